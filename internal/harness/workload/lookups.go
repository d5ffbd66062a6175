package workload

import (
	"errors"
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// init adds the modes of single questions: independent or waiting for each other, for one piece or for rook and bishop at once.
func init() {
	add(Spec{
		Mode: mode.Throughput, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Main: true,
		Basic: true, ComparesLanguages: grid.DefaultCorpus, has: hasKernel, prepare: prepareLookups,
	})
	add(Spec{
		Mode: mode.Latency, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Main: true,
		Basic: true, ComparesLanguages: grid.DefaultCorpus, has: hasKernel, prepare: prepareLookups,
	})
	add(Spec{
		Mode: mode.Both, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Main: true,
		ComparesLanguages: grid.DefaultCorpus, has: hasKernel, prepare: prepareLookups, own: (*techniques.Entry).HasBoth,
	})
	add(Spec{
		Mode: mode.BothLatency, Kind: corpus.Random, Corpora: corpus.Usual, Defaults: 1, Repeats: true,
		has: hasKernel, prepare: prepareLookups,
	})
}

// hasKernel reports whether a technique has a loop for the mode and piece of a cell.
func hasKernel(e *techniques.Entry, c grid.Cell) bool { return e.Kernel(c.Mode, c.Piece) != nil }

// lookupCorpus is a corpus of questions with the right answers.
type lookupCorpus struct {
	Corpus[techniques.Questions]
	right  [len(board.Pieces)][]uint64 // the walk's answers
	sum    [len(board.Pieces)]uint64   // the checksum of modes throughput and latency
	both   uint64                      // the checksum of modes both and bothlatency
	passed map[string]bool             // "technique piece", or "technique" for pairs, whose answers were found right
}

// questions returns the corpus of a name with its answers. Some corpora have other questions for other pieces.
func (x *Corpora) questions(name string, p board.Piece) (*lookupCorpus, error) {
	if !corpus.ByPiece(name) {
		p = board.Queen
	}
	return cached(x, fmt.Sprint(name, " ", p), func() (*lookupCorpus, error) {
		q, err := corpus.ForPiece(name, p, x.Questions, x.Seed)
		return newLookupCorpus(q), err
	})
}

// newLookupCorpus returns a corpus of questions with the walk's answers and the checksums of loops.
func newLookupCorpus(q techniques.Questions) *lookupCorpus {
	x := &lookupCorpus{Corpus: NewCorpus(q), passed: map[string]bool{}}
	for _, p := range board.Pieces {
		x.right[p] = walk(p, q)
		for _, a := range x.right[p] {
			x.sum[p] ^= a
		}
	}
	for i, rook := range x.right[board.Rook] {
		x.both ^= rook - x.right[board.Bishop][i] // as the loops of these modes combine a pair
	}
	return x
}

// prepareLookups proves a technique's answers to single questions, and returns the work to time.
func prepareLookups(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	asked, err := x.questions(c.Corpus, c.Piece)
	if err != nil {
		return nil, err
	}
	return asked.prove(code, c, code.Kernel(c.Mode, c.Piece, asked.Corpus))
}

// prove compares all answers, and the loop's checksum of them, with the walk's, and returns the work to time.
func (x *lookupCorpus) prove(code Code, c grid.Cell, loop Loop) (*Workload, error) {
	n := len(x.All.Occs)
	sum, err := x.check(code, c, loop(0, n))
	return &Workload{Units: n, Answers: n, Sum: sum, Do: loop}, err
}

// check compares a loop's checksum and, once for each technique and piece, all of its answers with the walk's. It returns the right checksum: for controls that do not
// answer with attacks, the loop's own.
func (x *lookupCorpus) check(code Code, c grid.Cell, sum uint64) (uint64, error) {
	if unproved(c.Technique) {
		return sum, nil
	}
	pairs := c.Mode == mode.Both || c.Mode == mode.BothLatency
	want := x.sum[c.Piece]
	if pairs {
		want = x.both
	}
	if sum != want {
		return 0, fmt.Errorf("checksum %#x, the walk's is %#x: it is not measured", sum, want)
	}
	if pairs {
		if err := x.checkPairs(code, c); err != nil {
			return 0, err
		}
	}
	if key := c.Technique + " " + c.Piece.String(); !x.passed[key] {
		if !slices.Equal(code.Answers(c.Piece, x.All), x.right[c.Piece]) {
			return 0, errors.New("its answers are not all the walk's: it is not measured")
		}
		x.passed[key] = true
	}
	return want, nil
}

// checkPairs compares a technique's pairs of answers one by one: in the checksum a rook's mistake and a bishop's may cancel.
func (x *lookupCorpus) checkPairs(code Code, c grid.Cell) error {
	if x.passed[c.Technique] {
		return nil
	}
	rooks, bishops := code.Pairs(x.All)
	if !slices.Equal(rooks, x.right[board.Rook]) || !slices.Equal(bishops, x.right[board.Bishop]) {
		return errors.New("its pairs of answers are not all the walk's: it is not measured")
	}
	x.passed[c.Technique] = true
	return nil
}
