package engine_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// chess960 is a suite of positions of Chess960, with counts of [scharnagl].
const chess960 = `bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528 ;D3 12189 ;D4 326672 ;D5 8146062
2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 ;D1 21 ;D2 807 ;D3 18002 ;D4 667366 ;D5 16253601
b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9 ;D1 20 ;D2 479 ;D3 10471 ;D4 273318 ;D5 6417013
`

// suite returns the well-known positions and those of Chess960.
func suite(t testing.TB) []position.Test {
	tests, err := position.ReadSuite(strings.NewReader(position.WellKnown+chess960), "suite")
	if err != nil {
		t.Fatal(err)
	}
	return tests
}

// The trees have at most 20 million leaves, in short tests 5 million, and in make check 200 million.
func TestPerft(t *testing.T) {
	most := uint64(2e7)
	switch {
	case tiertest.Minutes():
		most = 2e8
	case testing.Short():
		most = 5e6
	}
	for _, test := range suite(t) {
		for depth, want := range test.Leaves {
			if want > most {
				continue
			}
			if got := engine.Perft(&test.Position, depth); got != want {
				t.Errorf("%s: depth %d: %d leaves, want %d", test.FEN, depth, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p := position.MustFEN(position.Start)
	for b.Loop() {
		engine.Perft(&p, 6)
	}
	b.ReportMetric(119060324*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s") // as many leaves as Start has at depth 6
}
