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

// init adds the mode incremental: moves are made and unmade, with lookups after each.
func init() {
	add(Spec{
		Mode: mode.Incremental, Kind: corpus.Replay, Corpora: corpus.UsualReplays, Defaults: len(corpus.UsualReplays), Pieces: []board.Piece{board.Queen},
		ComparesLanguages: grid.DefaultMoves,
		has:               func(e *techniques.Entry, c grid.Cell) bool { return e.ReplayKernel(c.Piece) != nil },
		prepare:           prepareReplay, own: func(e *techniques.Entry) bool { return e.StateCheck() != nil },
		proof: func(s *Proofs, c Candidate) func() error {
			if c.StateCheck == nil {
				return nil
			}
			return func() error { return c.StateCheck(s.Seed) }
		},
	})
}

// replayCorpus is a replay with the right answers to its questions.
type replayCorpus struct {
	Corpus[Replay]
	few       Corpus[Replay] // the same with at most fewLookups after each change
	questions techniques.Questions
	right     [len(board.Pieces)][]uint64 // by piece, nil until needed
	sums      map[string]uint64           // the right checksum of each "technique piece" that has passed
}

// fewLookups is the most lookups after a change when parts of a replay are compared. The checksum of the whole replay covers the rest.
const fewLookups = 4

// replay returns the replay of a name, whole and with few lookups after each change.
func (x *Corpora) replay(name string) (*replayCorpus, error) {
	return cached(x, name, func() (*replayCorpus, error) {
		r, err := corpus.NewReplay(name, x.Questions, x.Seed)
		if err != nil {
			return nil, err
		}
		few := r
		few.Lookups, few.Squares = min(fewLookups, r.Lookups), nil
		for i := range r.Changes {
			few.Squares = append(few.Squares, r.Squares[i*r.Lookups:][:few.Lookups]...)
		}
		return &replayCorpus{Corpus: NewReplay(r), few: NewReplay(few), questions: r.Questions(), sums: map[string]uint64{}}, nil
	})
}

// prepareReplay proves a technique's answers to a replay, and returns the work to time.
func prepareReplay(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	asked, err := x.replay(c.Corpus)
	if err != nil {
		return nil, err
	}
	return asked.prove(c, code.ReplayKernel(c.Piece, asked.Corpus), code.ReplayKernel(c.Piece, asked.few))
}

// prove compares parts of a replay, and returns the work to time. Making and unmaking moves is part of it; so is preparing a state at the beginning of a slice.
func (x *replayCorpus) prove(c grid.Cell, loop, few Loop) (*Workload, error) {
	sum, err := x.check(c, loop, few)
	return &Workload{Units: len(x.All.Changes), Answers: len(x.All.Squares), Sum: sum, Do: loop}, err
}

// parts returns how many changes from its beginning the compared parts of a replay have: 1 to 256, so that mistakes after two different changes cannot
// cancel, and each sixteenth of the whole.
func parts(changes int) (lengths []int) {
	for n := range min(256, changes) {
		lengths = append(lengths, n+1)
	}
	for k := 1; k <= 16; k++ {
		lengths = append(lengths, max(1, changes*k/16))
	}
	slices.Sort(lengths)
	return slices.Compact(lengths)
}

// check compares, once for each technique and piece, checksums of parts of the replay with the walk's. It returns the right checksum of the whole, as lookupCorpus.check does.
func (x *replayCorpus) check(c grid.Cell, loop, few Loop) (sum uint64, err error) {
	key := c.Technique + " " + c.Piece.String()
	if sum, ok := x.sums[key]; ok {
		return sum, nil
	}
	if unproved(c.Technique) {
		return loop(0, len(x.All.Changes)), nil
	}
	if x.right[c.Piece] == nil {
		x.right[c.Piece] = walk(c.Piece, x.questions)
	}
	made, right := 0, x.right[c.Piece] // made: so many changes' answers, as many as few asks of each, are in sum
	for _, n := range parts(len(x.All.Changes)) {
		for ; made < n; made++ {
			for _, attacks := range right[made*x.All.Lookups:][:x.few.All.Lookups] {
				sum ^= attacks
			}
		}
		if got := few(0, n); got != sum {
			return 0, fmt.Errorf("checksum %#x after change %d, the walk's is %#x: it is not measured", got, n, sum)
		}
	}
	sum = 0
	for _, attacks := range right {
		sum ^= attacks
	}
	x.sums[key] = sum
	return sum, nil
}
