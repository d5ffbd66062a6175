package c

import (
	"fmt"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// held is a corpus that the program keeps: it is known by the memory that its squares, or its sets of sliders, lie in.
type held struct {
	at   unsafe.Pointer // keeps the memory, so that no other corpus comes to lie there
	n    int            // elements
	size uintptr        // of an element
}

func check(err error) {
	if err != nil {
		panic(workload.Failure{Err: err})
	}
}

// Code is a technique of a program, as package workload proves and times it. Its methods panic where the program fails; see workload.Recover.
type Code struct {
	*Program
	Name string
}

// Answers returns the attacks of a piece for all questions.
func (c Code) Answers(p board.Piece, q techniques.Questions) []uint64 {
	answers := make([]uint64, len(q.Occs))
	check(c.put(q.Occs, q.Squares))
	check(c.crash(c.do("ask %s %v %d", c.Name, p, len(q.Occs)), "ask", p, q))
	check(c.get(answers))
	return answers
}

// Pairs returns the attacks of a rook and of a bishop for all questions.
func (c Code) Pairs(q techniques.Questions) (rooks, bishops []uint64) {
	answers := make([]uint64, 2*len(q.Occs))
	check(c.put(q.Occs, q.Squares))
	check(c.crash(c.do("both %s %d", c.Name, len(q.Occs)), "both", board.Rook, q))
	check(c.get(answers))
	for i := range q.Occs {
		rooks, bishops = append(rooks, answers[2*i]), append(bishops, answers[2*i+1])
	}
	return rooks, bishops
}

// Unions returns what the sliders of each set attack together.
func (c Code) Unions(p board.Piece, q techniques.Sets) []uint64 {
	answers := make([]uint64, len(q.Occs))
	check(c.put(q.Sliders, q.Occs))
	check(c.do("unions %s %v %d", c.Name, p, len(q.Occs)))
	check(c.get(answers))
	return answers
}

// loop runs a loop of a mode over a part of a corpus that the program keeps.
func (c Code) loop(m mode.Mode, p board.Piece, id, i, j int) uint64 {
	sum, err := c.timed("time %s %s %v %d %d %d", c.Name, m, p, id, i, j)
	check(err)
	return sum
}

// Kernel returns the loop for a mode and a piece.
func (c Code) Kernel(m mode.Mode, p board.Piece) techniques.Kernel {
	return func(q techniques.Questions) uint64 {
		id, i := c.questions(q)
		return c.loop(m, p, id, i, i+len(q.Occs))
	}
}

// Batches returns the loop over batches for a mode and a piece.
func (c Code) Batches(m mode.Mode, p board.Piece) workload.Batches {
	return func(place []uint64, q techniques.Questions, done func(i, j int)) {
		id, from := c.questions(q)
		if done == nil {
			c.loop(m, p, id, from, from+len(q.Occs))
			last := (len(q.Occs)-1)%techniques.BatchSize + 1
			check(c.get(place[:last*(len(place)/techniques.BatchSize)]))
			return
		}
		for i := 0; i < len(q.Occs); i += techniques.BatchSize {
			n := min(techniques.BatchSize, len(q.Occs)-i)
			c.loop(m, p, id, from+i, from+i+n)
			check(c.get(place[:n*(len(place)/techniques.BatchSize)]))
			done(i, i+n)
		}
	}
}

// SetKernel returns the loop over sets for a piece.
func (c Code) SetKernel(p board.Piece) techniques.SetKernel {
	return func(q techniques.Sets) uint64 {
		id, i := c.place(unsafe.Pointer(unsafe.SliceData(q.Sliders)), len(q.Sliders), 8, func(id int) error {
			return c.keep(id, "sets", len(q.Occs), 0, q.Sliders, q.Occs)
		})
		return c.loop(mode.Setwise, p, id, i, i+len(q.Occs))
	}
}

// ReplayKernel returns the loop over moves for a piece.
func (c Code) ReplayKernel(p board.Piece) techniques.ReplayKernel {
	return func(r techniques.Replay) uint64 {
		id, i := c.place(unsafe.Pointer(unsafe.SliceData(r.Squares)), len(r.Changes)*r.Lookups, 1, func(id int) error {
			before, occ := make([]uint64, 0, len(r.Changes)), r.Occ
			for _, change := range r.Changes {
				before = append(before, occ)
				occ ^= change.Off | change.On
			}
			return c.keep(id, "replay", len(r.Changes), r.Lookups, before, r.Changes, r.Squares[:len(r.Changes)*r.Lookups])
		})
		return c.loop(mode.Incremental, p, id, i/r.Lookups, i/r.Lookups+len(r.Changes))
	}
}

// PressureKernel returns the loop for a piece under pressure.
func (c Code) PressureKernel(p board.Piece, pressure corpus.Pressure) techniques.Kernel {
	return func(q techniques.Questions) uint64 {
		id, i := c.questions(q)
		if c.crowd != pressure {
			check(c.do("crowd %d %d %d", pressure.Lines, pressure.MiB, pressure.KiB))
			c.crowd = pressure
		}
		return c.loop(mode.Pressure, p, id, i, i+len(q.Occs))
	}
}

// EngineKernel returns the work of the engine that the program has bound to the technique.
func (c Code) EngineKernel(m mode.Mode) workload.EngineKernel {
	return func(positions []position.Position, depth int) uint64 {
		id, i := c.place(unsafe.Pointer(unsafe.SliceData(positions)), len(positions), unsafe.Sizeof(positions[0]), func(id int) error {
			return c.keep(id, "positions", len(positions), depth, positions)
		})
		return c.loop(m, board.Queen, id, i, i+len(positions))
	}
}

// Build fills the technique's tables.
func (c Code) Build() error {
	_, err := c.timed("init %s", c.Name)
	return err
}

// Code returns the code of a technique.
func (p *Program) Code(e *techniques.Entry) workload.Code { return Code{p, e.Name} }

// Search is what C programs do not have.
func (c Code) Search(uint64) error {
	return fmt.Errorf("%s: there is no search for factors in C", c.Name)
}

// Spent returns how long the last loop, or building, took in nanoseconds, as the program has timed it.
func (c Code) Spent() float64 { return c.spent }

// questions returns the corpus of questions in the program, and where in it they begin.
func (c Code) questions(q techniques.Questions) (id, from int) {
	return c.place(unsafe.Pointer(unsafe.SliceData(q.Squares)), len(q.Squares), 1, func(id int) error {
		return c.keep(id, "questions", len(q.Occs), 0, q.Occs, q.Squares)
	})
}

// mostCorpora is what main.c has room for.
const mostCorpora = 256

// place returns which kept corpus n elements of some size at an address lie in, and where in it they begin. A corpus that is not kept yet
// is handed over by keep.
func (p *Program) place(at unsafe.Pointer, n int, size uintptr, keep func(id int) error) (id, from int) {
	for id = 0; id < len(p.corpora); id++ {
		h := p.corpora[id]
		before := uintptr(at) - uintptr(h.at) // of another corpus it is no part of: a huge number, or beyond the end
		if h.size == size && before <= uintptr(h.n)*size && before+uintptr(n)*size <= uintptr(h.n)*size {
			return id, int(before / size)
		}
		if h.at == at && h.size == size {
			break // a longer part of the same corpus
		}
	}
	if id == mostCorpora {
		check(fmt.Errorf("more than %d corpora in one process", mostCorpora))
	}
	check(keep(id))
	if id == len(p.corpora) {
		p.corpora = append(p.corpora, held{})
	}
	p.corpora[id] = held{at, n, size}
	return id, 0
}

func (p *Program) keep(id int, kind string, n, lookups int, arrays ...any) error {
	if err := p.put(arrays...); err != nil {
		return err
	}
	return p.do("%s %d %d %d", kind, id, n, lookups)
}
