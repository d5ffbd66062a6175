package plot

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Even among crowded dots, names overlap neither each other nor a dot, and stay inside.
func TestLabelsKeepApart(t *testing.T) {
	area := vg.Rectangle{Max: vg.Point{X: 600, Y: 400}}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, scatter := range []float64{2, 10, 40, 150} {
		for range 20 {
			l := labels{area: area, px: 1}
			var dots []vg.Point
			for range 20 {
				dot := vg.Point{X: 300 + vg.Length(scatter*rng.NormFloat64()), Y: 200 + vg.Length(scatter*rng.NormFloat64())}
				dot.X, dot.Y = min(max(dot.X, 5), 595), min(max(dot.Y, 5), 395)
				dots = append(dots, dot)
				l.block(around(dot, radius, radius))
			}
			for i, dot := range dots {
				l.put(dot, vg.Length(30+40*rng.Float64()), midText, i >= 14) // the last six are optional
			}
			for i, name := range l.names {
				others := labels{area: area}
				for _, dot := range dots {
					others.block(around(dot, radius, radius))
				}
				others.blocked = append(others.blocked, l.names[:i]...)
				if !others.free(name) {
					t.Fatalf("scatter %v: name %d at %v overlaps, or is outside", scatter, i, name)
				}
			}
		}
	}
}

// An optional name stands beside its dot and on no line, or nowhere, and then takes no room.
func TestOptionalLabels(t *testing.T) {
	dot := vg.Point{X: 300, Y: 200}
	free := labels{area: vg.Rectangle{Max: vg.Point{X: 600, Y: 400}}, px: 1}
	crossed, blocked := free, free
	crossed.avoid(vg.Point{Y: 200}, vg.Point{X: 600, Y: 200}, 1)
	for x := range 60 { // lines so close together that every place is on some
		crossed.avoid(vg.Point{X: vg.Length(10 * x)}, vg.Point{X: vg.Length(10 * x), Y: 400}, 1)
	}
	blocked.block(around(dot, 50, 50))
	for what, c := range map[string]struct {
		l        labels
		optional bool
		far, put bool // wanted: so far away that the name needs a line to its dot; not left out
	}{
		"free": {free, true, false, true}, "crossed": {crossed, true, false, false}, "blocked": {blocked, true, false, false},
		"wanted, crossed": {crossed, false, false, true}, "wanted, blocked": {blocked, false, true, true},
	} {
		before := len(c.l.blocked)
		_, ring := c.l.put(dot, 50, lowText, c.optional)
		far, put := ring >= near, ring >= 0
		if far != c.far || put != c.put || put != (len(c.l.blocked) > before) {
			t.Errorf("%s: far %t, put %t, %d places blocked", what, far, put, len(c.l.blocked)-before)
		}
	}
}

// crosses finds lines that cut a rectangle or begin inside.
func TestCrosses(t *testing.T) {
	r := vg.Rectangle{Min: vg.Point{X: 1, Y: 1}, Max: vg.Point{X: 3, Y: 2}}
	for _, c := range []struct {
		a, b vg.Point
		want bool
	}{
		{vg.Point{X: 0, Y: 0}, vg.Point{X: 4, Y: 3}, true},
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 4, Y: 1.5}, true},
		{vg.Point{X: 2, Y: 1.5}, vg.Point{X: 2, Y: 1.6}, true}, // wholly inside
		{vg.Point{X: 2, Y: 1.5}, vg.Point{X: 2, Y: 1.5}, true}, // a point
		{vg.Point{X: 0, Y: 1.5}, vg.Point{X: 0.9, Y: 1.5}, false},
		{vg.Point{X: 0, Y: 3}, vg.Point{X: 4, Y: 3}, false},
		{vg.Point{X: 0, Y: 2}, vg.Point{X: 2, Y: 4}, false},
	} {
		if got := crosses(c.a, c.b, r); got != c.want {
			t.Errorf("%v to %v: got %v", c.a, c.b, got)
		}
	}
}
