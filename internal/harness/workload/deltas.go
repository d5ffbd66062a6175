package workload

import (
	"fmt"
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// init adds the modes of threats that vanish and appear when the engine makes a move. The control noop makes the moves, and lists nothing.
func init() {
	for _, name := range mode.Deltas {
		m := Spec{
			Mode: name, Kind: corpus.Deltas, Corpora: corpus.UsualDeltas, Defaults: 1, Pieces: []board.Piece{board.Queen},
			ComparesLanguages: grid.DefaultDeltas, Repeats: name != mode.Threats, Main: name == mode.Threats,
			has: func(e *techniques.Entry, c grid.Cell) bool {
				switch c.Mode {
				case mode.ThreatsLatency: // a guest's own function for deltas makes no move
					return c.Piece == board.Queen && e.HasDeltas() && !e.Deltas
				case mode.ThreatsBatch: // programs that prepare training data have only positions, and no states
					return c.Piece == board.Queen && e.HasDeltas() && e.ThreatStateCheck() == nil
				}
				return c.Piece == board.Queen && e.HasDeltas()
			},
			prepare: prepareDeltas,
		}
		if name == mode.Threats {
			m.proof = func(s *Proofs, c Candidate) func() error {
				if c.ThreatStateCheck != nil {
					return func() error { return c.ThreatStateCheck(^uint64(0), s.Seed) } // with changes of all squares
				}
				if c.Threats == nil {
					return nil
				}
				return func() error { return conform.CheckThreats(c.Threats, s.Seed) }
			}
		}
		add(m)
	}
}

// DeltaBatch is the number of deltas in a timed batch: few enough for the lists to stay in the first-level cache.
const DeltaBatch = 64

// deltaCorpus is a corpus of moves with the right checksums of their deltas.
type deltaCorpus struct {
	Corpus[[]position.Question]
	right []uint64
}

// deltas returns the corpus of a name, with the right checksums.
func (x *Corpora) deltas(name string) (*deltaCorpus, error) {
	return cached(x, name, func() (*deltaCorpus, error) {
		q, err := corpus.NewDeltas(name, x.Questions, x.Seed)
		asked := &deltaCorpus{Corpus: NewCorpus(q)}
		for i := range q {
			asked.right = append(asked.right, rightDelta(&q[i]))
		}
		return asked, err
	})
}

// rightDelta returns the right checksum of a move's delta, by the slow truth: all threats after the move, minus all threats before.
func rightDelta(q *position.Question) uint64 {
	var after position.Position
	q.Before.Make(q.Move, &after)
	men := position.NewMailbox(&after).Men
	return board.ThreatSum(q.Before.Men.Threats()) - board.ThreatSum(men.Threats()) // in this order, as threats without the bit Appears are subtracted in a sum
}

// prepareDeltas proves a technique's deltas of moves, and returns the work to time.
func prepareDeltas(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	asked, err := x.deltas(c.Corpus)
	if err != nil {
		return nil, err
	}
	w, err := asked.prove(code, c)
	if g, is := code.(inGo); is && err == nil { // in other languages, Code.Spent knows the time of every loop
		w.Spent = g.spentOnDeltas()
	}
	return w, err
}

// prove compares each delta with the right one, batch by batch, and then the checksum of the mode's loop.
func (x *deltaCorpus) prove(code Code, c grid.Cell) (*Workload, error) {
	batches, left := code.DeltaKernel(mode.ThreatsBatch, x.Corpus)
	if batches == nil {
		return nil, fmt.Errorf("the engine is not bound to %s in this program, which a build for it does (want --build)", c.Technique)
	}
	n, right, last := len(x.All), x.right, 0 // last is the first move of the newest batch, whose deltas left knows
	if unproved(c.Technique) {
		right = make([]uint64, n) // of empty lists
	}
	compare := func() error {
		want := right[last:min(last+DeltaBatch, n)]
		for k, got := range left(len(want)) {
			if q := &x.All[last+k]; got != want[k] {
				return fmt.Errorf("checksum %#x for the threats of %v in %q, want %#x: it is not measured", got, q.Move, q.Before.String(), want[k])
			}
		}
		return nil
	}
	for ; last < n; last += DeltaBatch {
		batches(last, min(last+DeltaBatch, n))
		if err := compare(); err != nil {
			return nil, err
		}
	}
	if m := c.Mode; m != mode.ThreatsBatch {
		w := &Workload{Units: n, Answers: n}
		w.Do, _ = code.DeltaKernel(m, x.Corpus)
		for i, sum := range right {
			w.Sum ^= bits.RotateLeft64(sum, i) // as the engine's loops do: equal deltas must not cancel
		}
		return w, w.CheckSum(w.Do(0, n))
	}
	return &Workload{
		Units: (n + DeltaBatch - 1) / DeltaBatch, Answers: n,
		Do: func(i, j int) uint64 {
			last = (j - 1) * DeltaBatch
			batches(i*DeltaBatch, min(j*DeltaBatch, n))
			return 0
		},
		After: compare,
	}, nil
}

// spentOnDeltas returns a function for the time of the last loop of deltas, nil if its caller has to time it.
func (g inGo) spentOnDeltas() func() float64 {
	e, _ := bound.FindDeltas(g.Name)
	return e.Spent
}

// DeltaKernel returns the loops of the engine that the build has bound to the technique.
func (g inGo) DeltaKernel(m mode.Mode, q Corpus[[]position.Question]) (loop Loop, left func(n int) []uint64) {
	e, known := bound.FindDeltas(g.Name)
	if !known {
		return nil, nil
	}
	return DeltaLoop(e, m, q.All)
}

// DeltaLoop returns the loop of an engine in Go.
func DeltaLoop(e bound.Engine, m mode.Mode, q []position.Question) (loop Loop, left func(n int) []uint64) {
	switch m {
	case mode.Threats:
		return func(i, j int) uint64 { return e.Deltas(q, i, j) }, nil
	case mode.ThreatsLatency:
		return func(i, j int) uint64 { return e.DeltasInTurn(q, i, j) }, nil
	}
	place := make([]board.Delta, DeltaBatch)
	loop = func(i, j int) uint64 {
		for ; i < j; i += DeltaBatch {
			e.DeltaBatch(place, q[i:min(i+DeltaBatch, j)])
		}
		return 0
	}
	left = func(n int) (sums []uint64) {
		for i := range place[:n] {
			sums = append(sums, place[i].Sum())
		}
		return sums
	}
	return loop, left
}
