package workload

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// init adds the modes batch and batchboth: questions in slices, answered into slices.
func init() {
	add(Spec{
		Mode: mode.Batch, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Main: true, ComparesLanguages: grid.DefaultCorpus,
		has: hasBatch, prepare: prepareBatches, own: func(e *techniques.Entry) bool { return e.Batcher() != nil },
		proof: func(s *Proofs, c Candidate) func() error {
			if c.Batcher == nil {
				return nil
			}
			return func() error { return s.batches().Check(c.Batcher) }
		},
	})
	add(Spec{
		Mode: mode.BatchBoth, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Repeats: true,
		has: hasBatch, prepare: prepareBatches,
	})
}

// hasBatch reports whether a technique has a loop for the mode and piece of a cell.
func hasBatch(e *techniques.Entry, c grid.Cell) bool { return e.BatchKernel(c.Mode, c.Piece) != nil }

// prepareBatches proves the answers of a cell in mode batch or batchboth, and returns the work to time.
func prepareBatches(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	asked, err := x.questions(c.Corpus, c.Piece)
	if err != nil {
		return nil, err
	}
	return asked.proveBatches(c, code.Batches(c.Mode, c.Piece, asked.Corpus))
}

// proveBatches compares all answers of a loop with the walk's, batch by batch, and after the timing its answers to the last batch again.
func (x *lookupCorpus) proveBatches(c grid.Cell, batches Batches) (*Workload, error) {
	pieces, n := answered(c), len(x.All.Occs)
	place := make([]uint64, techniques.BatchSize*len(pieces)) // of a batch: the answers of the first piece to all questions, then those of the second
	last := 0                                                 // the first question of the last batch: batches asks in order
	var wrong error                                           // the first mistake
	compare := func(i, j int) {
		last = i
		for k, p := range pieces {
			if !slices.Equal(place[k*(j-i):(k+1)*(j-i)], x.right[p][i:j]) && wrong == nil && !unproved(c.Technique) {
				wrong = fmt.Errorf("the answers to questions %d to %d are not all the walk's: it is not measured", i, j-1)
			}
		}
	}
	batches(place, 0, n, compare)
	return &Workload{
		Units: (n + techniques.BatchSize - 1) / techniques.BatchSize, Answers: n,
		Do: func(i, j int) uint64 {
			batches(place, i*techniques.BatchSize, min(j*techniques.BatchSize, n), nil)
			return 0
		},
		After: func() error {
			compare(last, n) // a pass ends with the last batch, so its answers are in place
			return wrong
		},
	}, wrong
}

// answered returns the pieces whose attacks are the answer to one question of a batch.
func answered(c grid.Cell) []board.Piece {
	if c.Mode == mode.BatchBoth {
		return []board.Piece{board.Rook, board.Bishop}
	}
	return []board.Piece{c.Piece}
}
