package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
)

// The answers about each set are compared with the walk's before they are timed, and their checksum after.
func TestWrongSetsAreNotTimed(t *testing.T) {
	cell := grid.Cell{Technique: "magic", Piece: board.Bishop, Mode: "setwise", Corpus: "sliders2"}
	code := Go(entry(t, cell))
	for _, c := range []struct {
		name  string
		timed uint64 // a bit that differs in the loop's checksum
		asked uint64 // a bit that differs in two of the answers
		want  string
	}{{"none", 0, 0, ""}, {"two that cancel", 0, 1, "is not the walk's"}, {"only while it is timed", 1, 0, "over the whole corpus"}} {
		x, err := small(1000).setsOf("sliders2")
		if err != nil {
			t.Fatal(err)
		}
		loop := code.SetKernel(board.Bishop, x.Corpus)
		w, err := x.prove(cell, func(i, j int) uint64 { return loop(i, j) ^ c.timed }, func(q techniques.Sets) []uint64 {
			unions := code.Unions(board.Bishop, q)
			unions[100], unions[200] = unions[100]^c.asked, unions[200]^c.asked
			return unions
		})
		wants(t, c.name, proved(w, err), c.want)
	}
}
