package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// All answers to batches are compared with the walk's before they are timed, and the last ones after.
func TestWrongBatchesAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "batchboth", Corpus: "random16"}
	e := entry(t, cell)
	e.Fill()
	right := e.BatchKernel(mode.BatchBoth, board.Queen)
	for _, c := range []struct {
		name  string
		fault func(answers []uint64, calls int) // spoils the answers to a batch: 1024 rook's and 1024 bishop's, in the third 100 of each
		want  string
	}{
		{"none", func([]uint64, int) {}, ""},
		{"bishop of the last question", func(a []uint64, _ int) {
			if len(a) == 200 {
				a[199]++
			}
		}, "questions 2048 to 2147"},
		{"rook of the first question", func(a []uint64, _ int) { a[0]++ }, "questions 0 to 1023"},
		{"only while it is timed", func(a []uint64, calls int) {
			if calls > 3 { // the proof has asked all three batches
				a[5]++
			}
		}, "questions 2048 to 2147"},
	} {
		x, err := small(2*techniques.BatchSize+100).questions("random16", board.Queen)
		if err != nil {
			t.Fatal(err)
		}
		calls := 0
		w, err := x.proveBatches(cell, inBatches(func(answers []uint64, q techniques.Questions) {
			right(answers, q)
			calls++
			c.fault(answers, calls)
		}, x.All))
		wants(t, c.name, proved(w, err), c.want)
	}
}
