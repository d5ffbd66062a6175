package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// A kernel's checksum and all answers are compared with the walk's before it is timed, and the checksum of its slices after.
func TestWrongAnswersAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "throughput", Corpus: "random16"}
	e := entry(t, cell)
	for _, c := range []struct {
		name  string
		fault func(x *lookupCorpus, n int) uint64 // spoils the checksum of n questions by its result, or the right answers in x
		want  string
	}{
		{"none", func(*lookupCorpus, int) uint64 { return 0 }, ""},
		{"checksum", func(*lookupCorpus, int) uint64 { return 1 }, "the walk's is"},
		{"in slices alone", func(x *lookupCorpus, n int) uint64 {
			if n < len(x.All.Occs) {
				return 1
			}
			return 0
		}, "over the whole corpus"},
		{"an answer", func(x *lookupCorpus, _ int) uint64 {
			x.right[board.Rook][77]++ // any answer
			return 0
		}, "not all the walk's"},
	} {
		x, err := small(512).questions("random16", board.Queen)
		if err != nil {
			t.Fatal(err)
		}
		loop := Go(e).Kernel(mode.Throughput, board.Rook, x.Corpus)
		w, err := x.prove(Go(e), cell, func(i, j int) uint64 { return loop(i, j) ^ c.fault(x, j-i) })
		wants(t, c.name, proved(w, err), c.want)
	}
}

// Pairs of answers are compared one by one: in the checksum a mistake of the rook's and one of the bishop's may cancel.
func TestWrongPairsAreNotTimed(t *testing.T) {
	for _, m := range []mode.Mode{mode.Both, mode.BothLatency} {
		cell := grid.Cell{Technique: "dual", Piece: board.Queen, Mode: m, Corpus: "random16"}
		e := entry(t, cell)
		x, _ := small(512).questions("random16", board.Queen)
		w, err := x.prove(Go(e), cell, Go(e).Kernel(m, board.Queen, x.Corpus))
		wants(t, "none", proved(w, err), "")
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			x, _ := small(512).questions("random16", board.Queen)
			x.right[p][300]++
			_, err := x.prove(Go(e), cell, Go(e).Kernel(m, board.Queen, x.Corpus))
			wants(t, p.String()+" in "+string(m), err, "pairs")
		}
	}
}
