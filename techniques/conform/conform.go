// Package conform asks the questions that prove an implementation of sliding attacks equal to the walk. Tests call it through
// package techniquestest.
//
// What is finite is proved, not sampled: every subset of the full lines of every square, edges included, is asked
// (1,048,576 rook and 71,168 bishop questions), four times each: with the slider's own square clear and set, and with
// random noise on the squares off its lines, which must make no difference. Noise alone can miss a table that is read by
// whole ranks and holds one wrong value, so every content of every rank is asked too. Then come boards drawn to be nasty.
//
// Check and its kin return the first wrong answer. Prove and its kin help to mend it: they take pieces off the occupancy as long
// as the answer stays wrong, draw the attacks wanted and got, look by Diagnose for a cause that explains all answers, and count
// for two seconds how many are wrong, and on which squares. They also report a function that is missing, panics, does not answer
// within seconds, or has two answers to one question.
package conform

import (
	"math/bits"
	"math/rand/v2"
	"runtime/debug"

	"github.com/slidebench/slidebench/board"
)

// Technique is an implementation to prove. An occupancy may contain anything, the slider's own square and squares off its lines
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

type pairAsker interface {
	Both(sq int, occ uint64) (rook, bishop uint64)
}

// Funcs makes a Technique of functions. QueenFunc may be nil.
type Funcs struct {
	RookFunc, BishopFunc, QueenFunc func(sq int, occ uint64) uint64
}

// Rook calls RookFunc.
func (f Funcs) Rook(sq int, occ uint64) uint64 {
	need("RookFunc", f.RookFunc != nil)
	return f.RookFunc(sq, occ)
}

// Bishop calls BishopFunc.
func (f Funcs) Bishop(sq int, occ uint64) uint64 {
	need("BishopFunc", f.BishopFunc != nil)
	return f.BishopFunc(sq, occ)
}

// Queen calls QueenFunc, or is rook or bishop where that is nil.
func (f Funcs) Queen(sq int, occ uint64) uint64 {
	if f.QueenFunc == nil {
		return f.Rook(sq, occ) | f.Bishop(sq, occ)
	}
	return f.QueenFunc(sq, occ)
}

// BothFuncs is Funcs with a function for rook and bishop at once.
type BothFuncs struct {
	Funcs
	BothFunc func(sq int, occ uint64) (rook, bishop uint64)
}

// Both calls BothFunc.
func (f BothFuncs) Both(sq int, occ uint64) (rook, bishop uint64) {
	need("BothFunc", f.BothFunc != nil)
	return f.BothFunc(sq, occ)
}

// OfBoth returns a technique whose rook, bishop and queen take their answers from both.
func OfBoth(both func(sq int, occ uint64) (rook, bishop uint64)) BothFuncs {
	return BothFuncs{Funcs{
		RookFunc:   func(sq int, occ uint64) uint64 { rook, _ := both(sq, occ); return rook },
		BishopFunc: func(sq int, occ uint64) uint64 { _, bishop := both(sq, occ); return bishop },
	}, both}
}

// Check proves a technique: it returns a *Mistake for the first wrong answer. The seed chooses the noise.
func Check(technique Technique, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 0))
	for sq := range 64 {
		if err := CheckSquare(technique, sq, rng.Uint64()); err != nil {
			return err
		}
	}
	return nil
}

// CheckSquare is the part of Check for sliders on one square, so that a caller can show progress. It calls the technique from one
// goroutine.
func CheckSquare(technique Technique, sq int, seed uint64) error {
	return NewExam(sq, seed).Check(technique)
}

// Exam holds all questions about sliders on one square, with the walk's answers, which take longer to find than most techniques
// take to answer. One Exam may check many techniques, several at the same time.
type Exam struct {
	sq      int
	subsets [2][]subset // of a rook's lines, and of a bishop's
	boards  []position  // asked of every piece; the first one is empty
}

// subset is a subset of the full lines of a piece.
type subset struct {
	occ, attacks uint64
	noise        uint64 // squares off the lines, and never the slider's own: the attacks stay what they are
	other        uint64 // what the other piece attacks under occ|noise: a rook's noise is a question about bishops
}

type position struct{ occ, rook, bishop uint64 }

// NewExam finds the walk's answers for CheckSquare. The seed chooses the noise.
func NewExam(sq int, seed uint64) *Exam {
	x := &Exam{sq: sq}
	rng := rand.New(rand.NewPCG(seed, uint64(sq)))
	own := uint64(1) << sq
	for i, piece := range rookAndBishop {
		lines := board.Lines(piece, sq)
		x.subsets[i] = make([]subset, 0, 1<<bits.OnesCount64(lines))
		for sub := range board.Subsets(lines) {
			noise := rng.Uint64() &^ (lines | own)
			x.subsets[i] = append(x.subsets[i], subset{
				occ: sub, attacks: board.Walk(piece, sq, sub),
				noise: noise, other: board.Walk(rookAndBishop[1-i], sq, sub|noise),
			})
		}
	}
	for rank := range 8 {
		others := ^(uint64(0xff) << (8 * rank))
		for content := range uint64(256) {
			x.add(content << (8 * rank))
			x.add(content<<(8*rank) | others)
		}
	}
	for _, occ := range nasty() {
		x.add(occ)
		x.add(occ ^ own)
	}
	return x
}

var rookAndBishop = [...]board.Piece{board.Rook, board.Bishop}

func (x *Exam) add(occ uint64) {
	x.boards = append(x.boards, position{occ, board.Walk(board.Rook, x.sq, occ), board.Walk(board.Bishop, x.sq, occ)})
}

// Check returns a *Mistake for the first wrong answer. It calls the technique from one goroutine.
func (x *Exam) Check(technique Technique) error {
	return x.check(newAsker(technique, x.sq))
}

// check asks by an asker, which may count.
func (x *Exam) check(s *asker) error { return s.guard(func() bool { return x.ask(s) }) }

// ask asks everything, up to the first wrong answer. It begins and ends with the empty board, so that the next square is asked at once what this one was
// asked last: answers that are kept by their occupancy alone are found.
func (x *Exam) ask(s *asker) (right bool) {
	empty := x.boards[0]
	if !s.askAll(empty) {
		return false
	}
	own := uint64(1) << x.sq
	for i, piece := range rookAndBishop {
		for _, sub := range x.subsets[i] {
			noisy := sub.occ | sub.noise
			if !s.ask(piece, sub.occ, sub.attacks) || !s.ask(piece, sub.occ|own, sub.attacks) ||
				!s.ask(piece, noisy, sub.attacks) || !s.ask(piece, noisy|own, sub.attacks) ||
				!s.ask(rookAndBishop[1-i], noisy, sub.other) {
				return false
			}
			together := position{noisy, sub.attacks, sub.other}
			if piece == board.Bishop {
				together.rook, together.bishop = sub.other, sub.attacks
			}
			if !s.askTogether(together) {
				return false
			}
		}
	}
	for _, p := range x.boards {
		if !s.askAll(p) {
			return false
		}
	}
	return s.askAll(empty)
}

// asker asks a technique about sliders on one square.
type asker struct {
	technique Technique
	queen     queener   // nil: not asked
	both      pairAsker // nil: not asked
	sq        int

	tally *tally // counts, and goes on after a wrong answer; nil: the first one ends it

	// The last question, and the answer to it.
	piece     board.Piece
	together  bool // asked by Both
	occ       uint64
	want, got uint64
}

func newAsker(technique Technique, sq int) *asker {
	s := &asker{technique: technique, sq: sq}
	s.queen, _ = technique.(queener)
	s.both, _ = technique.(pairAsker)
	return s
}

// guard asks, and returns a *Mistake if the last answer is wrong or a panic, or that a function is missing.
func (s *asker) guard(ask func() (right bool)) (err error) {
	// A lookup without bounds checks that reads outside of its table panics then, and does not end the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			s.want, s.got = board.Walk(s.piece, s.sq&63, s.occ), 0
			if err = isMissing(p); err == nil {
				err = s.mistake(p)
			}
		}
	}()
	if !ask() {
		return s.mistake(nil)
	}
	return nil
}

// name returns the method that is asked.
func (s *asker) name() string {
	if s.together {
		return "Both"
	}
	return methods[s.piece]
}

// methods are the names of the methods that answer for a piece.
var methods = [...]string{"Rook", "Bishop", "Queen"}

// mistake returns that the last answer was wrong, or a panic.
func (s *asker) mistake(panicked any) error {
	m := &Mistake{Piece: s.piece, Square: s.sq, Occ: s.occ, Want: s.want, Got: s.got, Panic: panicked, ask: s.lookup(), bulk: s.bulk()}
	if s.together {
		m.Where = "Both"
	}
	return m
}

// lookup asks for the last piece on the square, in the same way.
func (s *asker) lookup() func(occ uint64) uint64 {
	technique, sq, piece := s.technique, s.sq, s.piece
	switch {
	case s.together:
		both := s.both
		return func(occ uint64) uint64 {
			answers := [2]uint64{}
			answers[board.Rook], answers[board.Bishop] = both.Both(sq, occ)
			return answers[piece]
		}
	case piece == board.Rook:
		return func(occ uint64) uint64 { return technique.Rook(sq, occ) }
	case piece == board.Bishop:
		return func(occ uint64) uint64 { return technique.Bishop(sq, occ) }
	}
	queen := s.queen
	return func(occ uint64) uint64 { return queen.Queen(sq, occ) }
}

// bulk asks for any piece on any square, in the same way.
func (s *asker) bulk() Bulk {
	technique, together := s.technique, s.together
	return func(p board.Piece, sq []uint8, occ []uint64) (answers []Answer) {
		s := newAsker(technique, 0)
		if s.piece, s.together = p, together; p == board.Queen && (together || s.queen == nil) {
			return nil
		}
		for i := range sq {
			s.sq = int(sq[i])
			answers = append(answers, answer(s.lookup(), occ[i]))
		}
		return answers
	}
}

// judge notes an answer, and tells whether it is right.
func (s *asker) judge(want, got uint64) bool {
	s.want, s.got = want, got
	return want == got
}

// ask asks for a rook or a bishop.
func (s *asker) ask(piece board.Piece, occ, want uint64) (right bool) {
	s.piece, s.occ, s.together = piece, occ, false
	if s.tally != nil {
		return s.tally.ask(s, want)
	}
	if piece == board.Rook {
		return s.judge(want, s.technique.Rook(s.sq, occ))
	}
	return s.judge(want, s.technique.Bishop(s.sq, occ))
}

// askTogether asks the lookups that answer for rook and bishop at once, if there are any.
func (s *asker) askTogether(p position) (right bool) {
	s.occ, s.together = p.occ, false
	if s.queen != nil {
		s.piece = board.Queen
		if s.tally != nil {
			if !s.tally.ask(s, p.rook|p.bishop) {
				return false
			}
		} else if !s.judge(p.rook|p.bishop, s.queen.Queen(s.sq, p.occ)) {
			return false
		}
	}
	if s.both != nil {
		s.together = true
		s.piece = board.Rook
		if s.tally != nil {
			right = s.tally.ask(s, p.rook)
			s.piece = board.Bishop
			return right && s.tally.ask(s, p.bishop)
		}
		rook, bishop := s.both.Both(s.sq, p.occ)
		if !s.judge(p.rook, rook) {
			return false
		}
		s.piece = board.Bishop
		return s.judge(p.bishop, bishop)
	}
	return true
}

// askAll asks one question of every piece. The queen comes last, so that a wrong rook or bishop is reported as such.
func (s *asker) askAll(p position) (right bool) {
	return s.ask(board.Rook, p.occ, p.rook) && s.ask(board.Bishop, p.occ, p.bishop) && s.askTogether(p)
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

// Ask asks a technique one question of every piece, and returns a *Mistake for the first wrong answer.
func Ask(technique Technique, sq int, occ uint64) error {
	p := position{occ, board.Walk(board.Rook, sq, occ), board.Walk(board.Bishop, sq, occ)}
	if s := newAsker(technique, sq); !s.askAll(p) {
		return s.mistake(nil)
	}
	return nil
}
