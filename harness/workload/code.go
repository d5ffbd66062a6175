package workload

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/bound"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Failure is what Code panics with where its program fails, as the types of loops leave no room for an error: whoever asks recovers it by Recover.
type Failure struct{ Err error }

// Recover turns a Failure into an error, for use by defer.
func Recover(err *error) {
	switch p := recover().(type) {
	case nil:
	case Failure:
		*err = p.Err
	default:
		panic(p)
	}
}

// Code is a technique in the language of a build: what is proved and timed. Loops that it does not have are nil.
type Code interface {
	// Answers returns the attacks of a piece for all questions, and Pairs those of a rook and of a bishop.
	Answers(p board.Piece, q techniques.Questions) []uint64
	Pairs(q techniques.Questions) (rooks, bishops []uint64)
	// Unions returns what the sliders of each set attack together.
	Unions(p board.Piece, q techniques.Sets) []uint64

	Kernel(m mode.Mode, p board.Piece) techniques.Kernel
	Batches(m mode.Mode, p board.Piece) Batches
	SetKernel(p board.Piece) techniques.SetKernel
	ReplayKernel(p board.Piece) techniques.ReplayKernel
	PressureKernel(p board.Piece, pressure corpus.Pressure) techniques.Kernel
	EngineKernel(m mode.Mode) EngineKernel

	Build() error
	Search(seed uint64) error
	// Spent returns how long the last loop, or building, took in nanoseconds, 0 where its caller has to time it.
	Spent() float64
}

// Batches answers questions batch by batch into place, which has room for the answers to one batch. It calls done(i, j), unless nil,
// after the batch of questions i to j-1.
type Batches func(place []uint64, q techniques.Questions, done func(i, j int))

// Go returns the code of a technique in this program, with its tables filled.
func Go(e *techniques.Entry) Code {
	e.Fill()
	return inGo{e}
}

type inGo struct{ *techniques.Entry }

func (g inGo) Answers(p board.Piece, q techniques.Questions) []uint64 {
	return corpus.Answers(q, func(sq int, occ uint64) uint64 { return g.Attacks(p, sq, occ) })
}

func (g inGo) Pairs(q techniques.Questions) (rooks, bishops []uint64) {
	for i, occ := range q.Occs {
		rook, bishop := g.Both(int(q.Squares[i]), occ)
		rooks, bishops = append(rooks, rook), append(bishops, bishop)
	}
	return rooks, bishops
}

func (g inGo) Unions(p board.Piece, q techniques.Sets) []uint64 { return eachSet(q, g.SetKernel(p)) }

// eachSet asks a kernel about each set by itself.
func eachSet(q techniques.Sets, kernel techniques.SetKernel) (unions []uint64) {
	for i := range q.Occs {
		unions = append(unions, kernel(techniques.Sets{Sliders: q.Sliders[i : i+1], Occs: q.Occs[i : i+1]}))
	}
	return unions
}

func (g inGo) Batches(m mode.Mode, p board.Piece) Batches { return inBatches(g.BatchKernel(m, p)) }

// inBatches returns nil for no kernel.
func inBatches(batch techniques.BatchKernel) Batches {
	if batch == nil {
		return nil
	}
	return func(place []uint64, q techniques.Questions, done func(i, j int)) {
		for i := 0; i < len(q.Occs); i += techniques.BatchSize {
			n := min(techniques.BatchSize, len(q.Occs)-i)
			batch(place[:n*(len(place)/techniques.BatchSize)], q.Slice(i, i+n))
			if done != nil {
				done(i, i+n)
			}
		}
	}
}

// EngineKernel returns the work of the engine that the build has bound to the technique.
func (g inGo) EngineKernel(m mode.Mode) EngineKernel {
	e, known := bound.Find(g.Name)
	if !known {
		return nil
	}
	return engineKernel(e, m)
}

func (g inGo) Spent() float64 { return 0 }
