package workload

import (
	"sync/atomic"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Failure is the panic of Code whose program fails, as the types of loops leave no room for an error. Callers recover it with Recover.
type Failure struct{ Err error }

// Recover turns a Failure into an error. Use it with defer.
func Recover(err *error) {
	switch p := recover().(type) {
	case nil: // no panic
	case Failure:
		*err = p.Err
	default:
		panic(p)
	}
}

// Code is a technique in the language of a build, in the form in which it is proved and timed: inGo below, or a Code of package language/c for programs in C, C++ and Rust.
type Code interface {
	// Answers returns the attacks of a piece for all questions, and Pairs those of a rook and of a bishop.
	Answers(p board.Piece, q techniques.Questions) []uint64
	Pairs(q techniques.Questions) (rooks, bishops []uint64)
	// Unions returns, for each set, the union of its sliders' attacks.
	Unions(p board.Piece, q techniques.Sets) []uint64

	Kernel(m mode.Mode, p board.Piece, q Corpus[techniques.Questions]) Loop                      // of single questions, or of rook+bishop pairs
	Batches(m mode.Mode, p board.Piece, q Corpus[techniques.Questions]) Batches                  // of modes batch and batchboth
	SetKernel(p board.Piece, q Corpus[techniques.Sets]) Loop                                     // of mode setwise
	ReplayKernel(p board.Piece, q Corpus[Replay]) Loop                                           // of mode incremental
	PressureKernel(p board.Piece, pressure corpus.Pressure, q Corpus[techniques.Questions]) Loop // of mode pressure
	EngineKernel(m mode.Mode, q Corpus[corpus.Positions]) Loop                                   // nil where no engine is bound to the technique
	// DeltaKernel is EngineKernel for moves that are made. In mode threatsbatch, left returns the checksums of the first n deltas of the last batch.
	DeltaKernel(m mode.Mode, q Corpus[[]position.Question]) (loop Loop, left func(n int) []uint64)

	Build() error // fills the tables anew
	// Spent returns how long the last loop, or building, took in nanoseconds, 0 where its caller has to time it.
	Spent() float64
}

// Corpus holds the questions of loops, with a number by which a program recognizes a corpus that it already has.
type Corpus[Q any] struct {
	ID  int64
	All Q
}

var numbered atomic.Int64 // how many corpora have a number

// NewCorpus gives questions a number. They must not change any more.
func NewCorpus[Q any](all Q) Corpus[Q] { return Corpus[Q]{numbered.Add(1), all} }

// Replay is a replay with the occupancy before each of its changes, so that a loop can begin anywhere.
type Replay struct {
	techniques.Replay
	Before []uint64
}

// NewReplay adds the occupancies to a replay, and gives it a number.
func NewReplay(r techniques.Replay) Corpus[Replay] {
	before, occ := make([]uint64, 0, len(r.Changes)), r.Occ
	for _, c := range r.Changes {
		before = append(before, occ)
		occ ^= c.Off | c.On
	}
	return NewCorpus(Replay{r, before})
}

// Loop asks elements i to j-1 of its corpus (questions, sets, changes, positions or moves), and returns the exclusive or of the answers' checksums.
type Loop func(i, j int) (sum uint64)

// Batches answers questions i to j-1 batch by batch into place, which has room for one batch's answers. After each batch it calls done, unless nil, with the batch's
// questions.
type Batches func(place []uint64, i, j int, done func(i, j int))

// Go returns the code of a technique in this program, with its tables filled.
func Go(e *techniques.Entry) Code {
	e.Fill()
	return inGo{e}
}

// inGo is the Code of a technique in this program. Its loops are the catalogue's kernels.
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

func (g inGo) Unions(p board.Piece, q techniques.Sets) (unions []uint64) {
	kernel := g.Entry.SetKernel(p)
	for i := range q.Occs {
		unions = append(unions, kernel(q.Slice(i, i+1))) // the checksum of a single set is its union
	}
	return unions
}

func (g inGo) Kernel(m mode.Mode, p board.Piece, q Corpus[techniques.Questions]) Loop {
	kernel := g.Entry.Kernel(m, p)
	return func(i, j int) uint64 { return kernel(q.All.Slice(i, j)) }
}

func (g inGo) Batches(m mode.Mode, p board.Piece, q Corpus[techniques.Questions]) Batches {
	return inBatches(g.BatchKernel(m, p), q.All)
}

// inBatches returns Batches over a kernel that answers one batch.
func inBatches(batch techniques.BatchKernel, q techniques.Questions) Batches {
	return func(place []uint64, i, j int, done func(i, j int)) {
		for ; i < j; i += techniques.BatchSize {
			end := min(i+techniques.BatchSize, j)
			batch(place[:(end-i)*(len(place)/techniques.BatchSize)], q.Slice(i, end)) // place has room for one or two answers to each question
			if done != nil {
				done(i, end)
			}
		}
	}
}

func (g inGo) SetKernel(p board.Piece, q Corpus[techniques.Sets]) Loop {
	kernel := g.Entry.SetKernel(p)
	return func(i, j int) uint64 { return kernel(q.All.Slice(i, j)) }
}

func (g inGo) ReplayKernel(p board.Piece, q Corpus[Replay]) Loop {
	kernel, r := g.Entry.ReplayKernel(p), q.All
	return func(i, j int) uint64 {
		return kernel(techniques.Replay{Occ: r.Before[i], Lookups: r.Lookups, Changes: r.Changes[i:j], Squares: r.Squares[i*r.Lookups : j*r.Lookups]})
	}
}

// EngineKernel returns the loop of the engine that the build has bound to the technique, nil without one.
func (g inGo) EngineKernel(m mode.Mode, q Corpus[corpus.Positions]) Loop {
	e, known := bound.Find(g.Name)
	if !known {
		return nil
	}
	return engineLoop(e, m, q.All)
}

func (g inGo) Spent() float64 { return 0 } // its callers time it, but for building and deltas, whose files have their own Spent
