package workload

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// init adds the mode setwise: one question about all sliders of a set.
func init() {
	add(Spec{
		Mode: mode.Setwise, Kind: corpus.Sliders, Corpora: corpus.UsualSets, Defaults: 1, ComparesLanguages: grid.DefaultSets,
		has:     func(e *techniques.Entry, c grid.Cell) bool { return e.SetKernel(c.Piece) != nil },
		prepare: prepareSets, own: func(e *techniques.Entry) bool { return e.Setter() != nil },
		proof: func(s *Proofs, c Candidate) func() error {
			if c.Setter == nil {
				return nil
			}
			return func() error { return conform.CheckSets(c.Setter, s.Seed) }
		},
	})
}

// setCorpus is a corpus of sets with the right answers.
type setCorpus struct {
	Corpus[techniques.Sets]
	right  [len(board.Pieces)][]uint64
	passed map[string]uint64 // the right checksum of each "technique piece" that has passed
}

// setsOf returns the corpus of a name, with the walk's answers.
func (x *Corpora) setsOf(name string) (*setCorpus, error) {
	return cached(x, name, func() (*setCorpus, error) {
		q, err := corpus.NewSets(name, x.Questions, x.Seed)
		asked := &setCorpus{Corpus: NewCorpus(q), passed: map[string]uint64{}}
		for _, p := range board.Pieces {
			for i, occ := range q.Occs {
				asked.right[p] = append(asked.right[p], conform.Union(p, q.Sliders[i], occ))
			}
		}
		return asked, err
	})
}

// prepareSets proves a technique's answers to sets, and returns the work to time.
func prepareSets(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	asked, err := x.setsOf(c.Corpus)
	if err != nil {
		return nil, err
	}
	unions := func(q techniques.Sets) []uint64 { return code.Unions(c.Piece, q) }
	return asked.prove(c, code.SetKernel(c.Piece, asked.Corpus), unions)
}

// prove compares the answers about all sets, and returns the work to time.
func (x *setCorpus) prove(c grid.Cell, loop Loop, unions func(techniques.Sets) []uint64) (*Workload, error) {
	sum, err := x.check(c, unions)
	n := len(x.All.Occs)
	return &Workload{Units: n, Answers: n, Sum: sum, Do: loop}, err
}

// check compares the answers about each set, once for each technique and piece, with the walk's, and returns their checksum.
func (x *setCorpus) check(c grid.Cell, unions func(techniques.Sets) []uint64) (sum uint64, err error) {
	key := c.Technique + " " + c.Piece.String()
	if sum, ok := x.passed[key]; ok {
		return sum, nil
	}
	for i, got := range unions(x.All) {
		if right := x.right[c.Piece][i]; got != right && !unproved(c.Technique) {
			return 0, fmt.Errorf("the answer for the sliders %#x under the occupancy %#x is not the walk's: it is not measured", x.All.Sliders[i], x.All.Occs[i])
		}
		sum ^= got
	}
	x.passed[key] = sum
	return sum, nil
}
