// Package techniquestest proves an implementation of sliding attacks equal to the walk. It is meant for engines as much as
// for this project's own techniques: it imports nothing but package board, and all it asks for is
//
//	func TestAttacks(t *testing.T) {
//		techniquestest.Run(t, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})
//	}
//
// What is finite is proved, not sampled: every subset of the full lines of every square, edges included, is asked
// (1,048,576 rook and 71,168 bishop questions), four times each: with the slider's own square clear and set, and with
// random noise on the squares off its lines, which must make no difference. Noise alone can miss a table that is read by
// whole ranks and holds one wrong value, so every content of every rank is asked too. Then come boards drawn to be nasty.
package techniquestest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// Technique is what the suite asks. An occupancy may contain anything, the slider's own square and squares off its lines
// included.
//
// A technique that has the method Queen(sq int, occ uint64) uint64, or Both(sq int, occ uint64) (rook, bishop uint64), is
// asked for that as well.
type Technique interface {
	Rook(sq int, occ uint64) uint64   // attacks of a rook on sq, a1 = 0, h8 = 63
	Bishop(sq int, occ uint64) uint64 // attacks of a bishop on sq
}

type queener interface {
	Queen(sq int, occ uint64) uint64
}

type bother interface {
	Both(sq int, occ uint64) (rook, bishop uint64)
}

// Funcs makes a Technique of functions. QueenFunc may be nil.
type Funcs struct {
	RookFunc, BishopFunc, QueenFunc func(sq int, occ uint64) uint64
}

// Rook calls RookFunc.
func (f Funcs) Rook(sq int, occ uint64) uint64 { return f.RookFunc(sq, occ) }

// Bishop calls BishopFunc.
func (f Funcs) Bishop(sq int, occ uint64) uint64 { return f.BishopFunc(sq, occ) }

// Queen calls QueenFunc, or is rook or bishop where that is nil.
func (f Funcs) Queen(sq int, occ uint64) uint64 {
	if f.QueenFunc == nil {
		return f.RookFunc(sq, occ) | f.BishopFunc(sq, occ)
	}
	return f.QueenFunc(sq, occ)
}

// Mistake is a wrong answer. As an error it is a line that names the question, and three pictures: the occupancy, the
// attacks wanted, the attacks got.
type Mistake struct {
	Piece          board.Piece
	Square         int
	Occ, Want, Got uint64
	Panic          any    // what the technique panicked with instead of answering, or nil
	Where          string // where in a batch the question stood, "" if it was asked alone
}

func (m *Mistake) Error() string {
	got := board.Picture(m.Got)
	if m.Panic != nil {
		got = fmt.Sprintf("panic: %v\n", m.Panic)
	}
	where := ""
	if m.Where != "" {
		where = " (" + m.Where + ")"
	}
	return fmt.Sprintf("%v on %s is wrong%s\noccupancy %#016x\n%swanted %#016x\n%sgot\n%s",
		m.Piece, board.SquareName(m.Square), where, m.Occ, board.Picture(m.Occ), m.Want, board.Picture(m.Want), got)
}

// Run proves a technique, and fails the test at the first wrong answer.
func Run(t *testing.T, technique Technique) {
	t.Helper()
	if err := Check(technique, 1); err != nil {
		t.Fatal(err)
	}
}

// Check is Run outside of a test: it returns a *Mistake for the first wrong answer. The seed chooses the noise.
func Check(technique Technique, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	for sq := range 64 {
		if err := CheckSquare(technique, sq, rng.Uint64()); err != nil {
			return err
		}
	}
	return nil
}

// CheckSquare is the part of Check for sliders on one square, so that a caller can show progress. It calls the technique
// from one goroutine.
func CheckSquare(technique Technique, sq int, seed uint64) (err error) {
	s := suite{technique: technique, rng: rand.New(rand.NewPCG(seed, uint64(sq)))}
	defer func() {
		if p := recover(); p != nil {
			s.asked.Panic = p
			s.asked.Want = board.Walk(s.asked.Piece, sq, s.asked.Occ)
			err = &s.asked
		}
	}()
	s.queen, _ = technique.(queener)
	s.both, _ = technique.(bother)
	return s.square(sq)
}

type suite struct {
	technique Technique
	queen     queener // nil: not asked
	both      bother  // nil: not asked
	rng       *rand.Rand
	asked     Mistake // the question that is being asked, for the case that the answer is a panic
}

func (s *suite) square(sq int) error {
	own := uint64(1) << sq
	for _, piece := range []board.Piece{board.Rook, board.Bishop} {
		lines := board.Lines(piece, sq)
		for sub := range board.Subsets(lines) {
			want := board.Walk(piece, sq, sub)
			noise := s.rng.Uint64() &^ (lines | own)
			for _, occ := range [...]uint64{sub, sub | own, sub | noise, sub | noise | own} {
				if err := s.ask(piece, sq, occ, want); err != nil {
					return err
				}
			}
			// A rook's noise is a question about bishops, and the other way round.
			if err := s.askAll(sq, sub|noise); err != nil {
				return err
			}
		}
	}
	for rank := range 8 {
		others := ^(uint64(0xff) << (8 * rank))
		for content := range uint64(256) {
			for _, occ := range [...]uint64{content << (8 * rank), content<<(8*rank) | others} {
				if err := s.askAll(sq, occ); err != nil {
					return err
				}
			}
		}
	}
	for _, occ := range nasty() {
		for _, occ := range [...]uint64{occ, occ ^ own} {
			if err := s.askAll(sq, occ); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suite) ask(piece board.Piece, sq int, occ, want uint64) error {
	s.asked = Mistake{Piece: piece, Square: sq, Occ: occ}
	var got uint64
	if piece == board.Rook {
		got = s.technique.Rook(sq, occ)
	} else {
		got = s.technique.Bishop(sq, occ)
	}
	return s.judge(want, got)
}

// askAll asks one question of every piece, the queen last: when she is wrong for the rook's or the bishop's sake, that is
// what is reported.
func (s *suite) askAll(sq int, occ uint64) error {
	rook, bishop := board.Walk(board.Rook, sq, occ), board.Walk(board.Bishop, sq, occ)
	if err := s.ask(board.Rook, sq, occ, rook); err != nil {
		return err
	}
	if err := s.ask(board.Bishop, sq, occ, bishop); err != nil {
		return err
	}
	if s.queen != nil {
		s.asked = Mistake{Piece: board.Queen, Square: sq, Occ: occ}
		if err := s.judge(rook|bishop, s.queen.Queen(sq, occ)); err != nil {
			return err
		}
	}
	if s.both != nil {
		s.asked = Mistake{Piece: board.Rook, Square: sq, Occ: occ}
		gotRook, gotBishop := s.both.Both(sq, occ)
		if err := s.judge(rook, gotRook); err != nil {
			return err
		}
		s.asked.Piece = board.Bishop
		return s.judge(bishop, gotBishop)
	}
	return nil
}

func (s *suite) judge(want, got uint64) error {
	if want == got {
		return nil
	}
	s.asked.Want, s.asked.Got = want, got
	return &s.asked
}

// nasty returns boards that are likely to break something.
func nasty() []uint64 {
	const (
		edges   uint64 = 0xff818181818181ff
		corners uint64 = 0x8100000000000081
		dark    uint64 = 0xaa55aa55aa55aa55
		files   uint64 = 0x5555555555555555
		ranks   uint64 = 0x00ff00ff00ff00ff
	)
	boards := []uint64{0, ^uint64(0), edges, ^edges, corners, ^corners, dark, ^dark, files, ^files, ranks, ^ranks}
	// Each square alone, and all squares but that one: neighbours, far ends, and the wrap around the board's edge.
	for s := range 64 {
		boards = append(boards, 1<<s, ^(uint64(1) << s))
	}
	return boards
}

// Fuzz lets the fuzzer look for a question that a technique answers wrong.
func Fuzz(f *testing.F, technique Technique) {
	for _, sq := range []byte{0, 7, 28, 56, 63} {
		f.Add(sq, uint64(0))
		f.Add(sq, ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, square byte, occ uint64) {
		s := suite{technique: technique}
		s.queen, _ = technique.(queener)
		s.both, _ = technique.(bother)
		if err := s.askAll(int(square&63), occ); err != nil {
			t.Fatal(err)
		}
	})
}
