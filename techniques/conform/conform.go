// Package conform asks the questions that prove an implementation of sliding attacks equal to the walk. Tests call it through
// package techniquestest.
//
// What is finite is proved, not sampled: every subset of the full lines of every square, edges included, is asked
// (1,048,576 rook and 71,168 bishop questions), four times each: with the slider's own square clear and set, and with
// random noise on the squares off its lines, which must make no difference. Noise alone can miss a table that is read by
// whole ranks and holds one wrong value, so every content of every rank is asked too. Then come boards drawn to be nasty.
//
// A lookup may remember answers, and take an old one for a new question that looks the same to it. So the order is that of play:
// every pair of subsets of a piece's relevant squares that differ in one square is asked in turn; then every move of a piece that
// the slider sees, every pair of squares on one board, and boards of a game.
//
// CheckThreats and CheckDeltas prove lists of the threats that vanish and appear with a changed square, or with a move.
//
// Check and its kin return the first wrong answer. Prove and its kin help to mend it: they take pieces off the occupancy as long
// as the answer stays wrong, draw the attacks wanted and got, look by Diagnose for a cause that explains all answers, and count
// for two seconds how many are wrong, and on which squares. They also report a function that is missing, panics, does not answer
// within seconds, or has two answers to one question.
package conform

import (
	"fmt"
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

// Check returns a *Mistake for the first wrong answer. It calls the technique from one goroutine.
func (x *Exam) Check(technique Technique) error { return newAsker(technique).check(x) }

// CheckBulk is Check for lookups of another process, where a question takes microseconds to pass: ask answers many questions to a method, each in its place, Both by
// the attacks of rooks and those of bishops. It returns nil for a method that is not there.
func (x *Exam) CheckBulk(ask func(Method, Questions) (attacks, bishops []uint64, err error)) error {
	var before history
	for i := range x.parts {
		r := &x.parts[i]
		attacks, bishops, err := ask(r.Method, r.Questions)
		if err != nil || attacks == nil {
			if err != nil {
				return err
			}
			continue
		}
		before = append(before, r)
		for j, want := range r.want {
			if attacks[j] != want {
				return r.mistake(j, r.Method.pieces()[0], attacks[j], before)
			}
			if bishops != nil && bishops[j] != r.bishops[j] {
				return r.mistake(j, board.Bishop, bishops[j], before)
			}
		}
	}
	return nil
}

// asker asks a technique the questions of an exam.
type asker struct {
	technique Technique
	queen     queener   // nil: not asked
	both      pairAsker // nil: not asked
	above     int       // added to each square: 0 but for above63

	tally *tally // counts, and goes on after a wrong answer; nil: the first one ends it

	part   *part // that is being asked
	at     int   // in the part
	before history
}

func newAsker(technique Technique) *asker {
	s := &asker{technique: technique}
	s.queen, _ = technique.(queener)
	s.both, _ = technique.(pairAsker)
	return s
}

// check asks all questions of an exam, and returns a *Mistake for the first wrong answer or a panic, or an error if a function is missing.
func (s *asker) check(x *Exam) (err error) {
	// A lookup without bounds checks that reads outside of its table panics then, and does not end the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if err = isMissing(p); err == nil {
				m := s.mistake(s.part.Method.pieces()[0], 0)
				m.Panic = p
				err = m
			}
		}
	}()
	for i := range x.parts {
		s.part, s.at = &x.parts[i], 0
		if s.lookup(s.part.Method) == nil {
			continue
		}
		s.before = append(s.before, s.part)
		if m := s.ask(s.part); m != nil {
			return m
		}
	}
	return nil
}

// ask asks the questions of a part, up to the first wrong answer.
func (s *asker) ask(r *part) error {
	switch {
	case s.tally != nil:
		return s.count(r)
	case r.Method == Both:
		for i, occ := range r.Occs {
			s.at = i
			rook, bishop := s.both.Both(int(r.Squares[i])+s.above, occ)
			if rook != r.want[i] {
				return s.mistake(board.Rook, rook)
			}
			if bishop != r.bishops[i] {
				return s.mistake(board.Bishop, bishop)
			}
		}
		return nil
	}
	lookup := s.lookup(r.Method)
	for i, occ := range r.Occs {
		s.at = i
		if got := lookup(int(r.Squares[i])+s.above, occ); got != r.want[i] {
			return s.mistake(r.Method.pieces()[0], got)
		}
	}
	return nil
}

// count adds all answers to a part to the tally.
func (s *asker) count(r *part) error {
	for i, occ := range r.Occs {
		s.tally.watch.at(r.question(i))
		for k, p := range r.Method.pieces() {
			lookup := s.single(r.Method, p)
			got := answer(func(occ uint64) uint64 { return lookup(int(r.Squares[i]), occ) }, occ)
			if !s.tally.add(r.Method.String(), 1<<r.Squares[i], got.Panic == nil && got.Attacks == r.wants(k)[i]) {
				return errTime
			}
		}
	}
	return nil
}

// mistake returns the last answer, got, as a *Mistake.
func (s *asker) mistake(p board.Piece, got uint64) *Mistake {
	m := s.part.mistake(s.at, p, got, s.before)
	lookup, asked := s.single(s.part.Method, p), m.Square+s.above
	m.ask = func(occ uint64) uint64 { return lookup(asked, occ) }
	m.bulk = s.bulk(s.part.Method)
	if s.above != 0 {
		m.Where = fmt.Sprint("asked as square ", asked)
	}
	return m
}

// lookup returns a method that answers for one piece, or for Both by the rook's attacks. It returns nil if the technique lacks it.
func (s *asker) lookup(m Method) func(sq int, occ uint64) uint64 {
	if f := s.plain(m); f != nil {
		return f
	}
	switch {
	case m == Rook:
		return s.technique.Rook
	case m == Bishop:
		return s.technique.Bishop
	case m == Queen && s.queen != nil:
		return s.queen.Queen
	case m == Both && s.both != nil:
		return s.single(Both, board.Rook)
	}
	return nil
}

// plain returns a function of Funcs itself, which takes less time to call than its method; nil where there is none.
func (s *asker) plain(m Method) func(sq int, occ uint64) uint64 {
	var f Funcs
	switch t := s.technique.(type) {
	case Funcs:
		f = t
	case BothFuncs:
		f = t.Funcs
	}
	return [...]func(sq int, occ uint64) uint64{f.RookFunc, f.BishopFunc, f.QueenFunc, nil}[m]
}

// single returns a lookup for one piece, by a method that may answer for both.
func (s *asker) single(m Method, p board.Piece) func(sq int, occ uint64) uint64 {
	if m != Both {
		return s.lookup(m)
	}
	return func(sq int, occ uint64) uint64 {
		answers := [2]uint64{}
		answers[board.Rook], answers[board.Bishop] = s.both.Both(sq, occ)
		return answers[p]
	}
}

// bulk returns a Bulk that asks for each piece by its own method, or if by is Both, for rooks and bishops by that and for queens not at all.
func (s *asker) bulk(by Method) Bulk {
	return func(p board.Piece, sq []uint8, occ []uint64) (answers []Answer) {
		m := Method(p)
		if by == Both && p != board.Queen {
			m = Both
		}
		if s.lookup(m) == nil || by == Both && m != Both {
			return nil
		}
		lookup := s.single(m, p)
		for i := range sq {
			answers = append(answers, answer(func(occ uint64) uint64 { return lookup(int(sq[i]), occ) }, occ[i]))
		}
		return answers
	}
}

// nasty returns boards that are likely to break something. CheckMovesFrom takes the first 12, those without single squares, as sets of own pieces.
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
	return newAsker(technique).check(examOf(sq, occ))
}
