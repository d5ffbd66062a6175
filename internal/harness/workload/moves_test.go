package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
)

// The checksums of a replay's parts are compared with the walk's before it is timed, and the timed loop's checksum of the whole after each pass.
func TestWrongReplaysAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "incremental", Corpus: "replay4"}
	code := Go(entry(t, cell))
	for _, c := range []struct {
		name  string
		wrong func(x *replayCorpus, timed bool, n int) bool // whether the checksum of the first n changes is wrong, in the timed loop or, if timed is false, in the loop that the proof asks
		want  string
	}{
		{"none", func(*replayCorpus, bool, int) bool { return false }, ""},
		{"in each part, taken back in the whole", func(x *replayCorpus, _ bool, n int) bool { return n < len(x.All.Changes) }, "after change 1,"},
		{"at change 77, taken back at the next", func(_ *replayCorpus, _ bool, n int) bool { return n == 77 }, "after change 77,"},
		{"only while it is timed", func(_ *replayCorpus, timed bool, _ int) bool { return timed }, "over the whole corpus"},
	} {
		x, err := small(4000).replay("replay4") // 250 changes
		if err != nil {
			t.Fatal(err)
		}
		faulty := func(loop Loop, timed bool) Loop {
			return func(i, j int) uint64 {
				sum := loop(i, j)
				if c.wrong(x, timed, j-i) {
					sum ^= 1
				}
				return sum
			}
		}
		w, err := x.prove(cell, faulty(code.ReplayKernel(board.Queen, x.Corpus), true), faulty(code.ReplayKernel(board.Queen, x.few), false))
		wants(t, c.name, proved(w, err), c.want)
	}
}
