package plot

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestApart(t *testing.T) {
	for _, c := range []struct{ wanted, want []vg.Length }{
		{nil, nil},
		{[]vg.Length{50}, []vg.Length{50}},
		{[]vg.Length{70, 20}, []vg.Length{70, 20}},
		{[]vg.Length{50, 50}, []vg.Length{45, 55}},
		{[]vg.Length{50, 52, 48}, []vg.Length{50, 60, 40}},
		{[]vg.Length{50, 50, 62, 90}, []vg.Length{44, 54, 64, 90}}, // the third joins when the first two have spread
		{[]vg.Length{1, 1, 99, 99}, []vg.Length{0, 10, 90, 100}},   // not over the edges
		{[]vg.Length{-20, 5, 8, 300}, []vg.Length{0, 10, 20, 100}}, // not even where that was wanted
		{[]vg.Length{14, 3, 12, 1}, []vg.Length{30, 10, 20, 0}},    // in the same order
	} {
		got := apart(c.wanted, 10, 0, 100)
		if len(got) != len(c.want) {
			t.Fatalf("%v: got %v", c.wanted, got)
		}
		for i := range got {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-9 {
				t.Errorf("%v: got %v, want %v", c.wanted, got, c.want)
				break
			}
		}
	}
}
