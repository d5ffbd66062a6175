package conform

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

func BenchmarkCheckThreats(b *testing.B) {
	for b.Loop() {
		if err := CheckThreats(func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
			c := Change{*men, uint8(sq), before, after}
			c.list(d)
		}, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckDeltas(b *testing.B) {
	for b.Loop() {
		n := 0
		if err := CheckDeltas(func(m *DeltaMove, d *board.Delta) { n++; m.list(d) }, 1); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(n), "moves")
	}
}

// What is right for a change and for a move is the difference of all threats before and after.
func TestRightDeltas(t *testing.T) {
	n := 0
	right := func(q deltaQuestion) bool {
		var d board.Delta
		q.list(&d)
		before, after := q.boards()
		if want := board.ThreatSum(after.Threats()) - board.ThreatSum(before.Threats()); 0-want != d.Sum() {
			t.Fatalf("%v: %v", q, d.All())
		}
		n++
		return true
	}
	i := 0
	movesOf(1, func(m *DeltaMove) bool {
		i++
		return i%20 != 0 || right(m)
	})
	for sq := range 64 {
		i := 0
		changesOf(sq, 1, func(c *Change) bool {
			i++
			return i%4999 != 0 || right(c)
		})
	}
}
