package workload

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
)

// Under pressure the answers are those of mode throughput, and slices begin with a group. Touching the crowd reads lines of the table and streams weights, each if the corpus says so.
func TestPressure(t *testing.T) {
	for _, name := range []string{"crowd0", "crowd3of1", "crowd2+8"} { // no other data; three lines of 1 MiB; two lines, and 8 KiB streamed
		cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "pressure", Corpus: name}
		w, err := small(1000).Prove(Go(entry(t, cell)), cell)
		wants(t, name, proved(w, err), "")
		if w.Answers != 1000 || w.Units != (1000+corpus.Group-1)/corpus.Group {
			t.Errorf("%s: %d answers in %d units", name, w.Answers, w.Units)
		}
	}
	c := crowds(1)
	for i := range c.table {
		c.table[i] = 1
	}
	for i := range c.weights {
		c.weights[i] = 2
	}
	defer clear(c.table)
	defer clear(c.weights)
	for _, x := range []struct {
		p    corpus.Pressure
		want uint64 // the OR of the words read, here 1 in the table, 2 in the weights
	}{{corpus.Pressure{MiB: 1}, 0}, {corpus.Pressure{Lines: 1, MiB: 1}, 1}, {corpus.Pressure{KiB: 1, MiB: 1}, 2}, {corpus.Pressure{Lines: 2, KiB: 3, MiB: 1}, 3}} {
		if got := c.touch(x.p); got != x.want {
			t.Errorf("%v reads %d, want %d", x.p, got, x.want)
		}
	}
}
