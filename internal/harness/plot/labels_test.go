package plot

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Even among crowded dots, names overlap neither each other nor a dot, and stay inside.
func TestLabelsKeepApart(t *testing.T) {
	area := vg.Rectangle{Max: vg.Point{X: 600, Y: 400}}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spread := range []float64{2, 10, 40, 150} {
		for range 20 {
			l := labels{area: area, px: 1}
			var dots []vg.Point
			for range 20 {
				dot := vg.Point{X: 300 + vg.Length(spread*rng.NormFloat64()), Y: 200 + vg.Length(spread*rng.NormFloat64())}
				dot.X, dot.Y = min(max(dot.X, 5), 595), min(max(dot.Y, 5), 395)
				dots = append(dots, dot)
				l.block(around(dot, radius, radius))
			}
			for i, dot := range dots {
				l.put(dot, vg.Length(30+40*rng.Float64()), midText, i >= 14)
			}
			for i, name := range l.names {
				others := labels{area: area}
				for _, dot := range dots {
					others.block(around(dot, radius, radius))
				}
				others.blocked = append(others.blocked, l.names[:i]...)
				if !others.free(name) {
					t.Fatalf("spread %v: name %d at %v overlaps, or is outside", spread, i, name)
				}
			}
		}
	}
}

// spread keeps the names of curves a line apart, in the order of the curves: names with room stay at the ends of their curves, and a crowd moves as much up as down.
func TestSpread(t *testing.T) {
	at := []vg.Length{200, 105, 104, 95, 50, 39, 38}
	got := spread(at, 10)
	want := []vg.Length{200, 111.33, 101.33, 91.33, 52.33, 42.33, 32.33}
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 0.01 {
			t.Errorf("got %v, want %v", got, want)
			break
		}
	}
}

// A dot on another one is left out, unless it is the reference or wanted. The fastest are wanted, so that of two fast ones with equally large tables none is missing.
func TestApart(t *testing.T) {
	dot := func(name string, time float64, bytes int64) row {
		return row{name: name, time: stats.Interval{Median: time, Lo: time - 1, Hi: time + 1}, Size: results.Size{TableBytes: bytes}}
	}
	v := view{file: &results.File{}, rows: []row{dot("fast", 100, 1<<20), dot("wanted", 101, 1<<20), dot("on it", 101.5, 1<<20), dot("smaller", 101.5, 1<<19), dot("slower", 104, 1<<20), dot("reference", 105, 1<<20),
		dot("none", 120, 0), dot("none, too", 121, 0), dot("96 B", 121, 96)}}
	v.rows[5].reference = true
	var names []string
	for _, r := range v.apart(v.fastest(2)).rows {
		names = append(names, r.name)
	}
	if got, want := strings.Join(names, "; "), "fast; wanted; smaller; reference; none; 96 B"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// An optional name stands beside its dot and on no line, or nowhere, and then takes no room.
func TestOptionalLabels(t *testing.T) {
	dot := vg.Point{X: 300, Y: 200}
	free := labels{area: vg.Rectangle{Max: vg.Point{X: 600, Y: 400}}, px: 1}
	crossed, blocked := free, free
	crossed.avoid(vg.Point{Y: 200}, vg.Point{X: 600, Y: 200}, 1)
	for x := range 60 {
		crossed.avoid(vg.Point{X: vg.Length(10 * x)}, vg.Point{X: vg.Length(10 * x), Y: 400}, 1)
	}
	blocked.block(around(dot, 50, 50))
	for what, c := range map[string]struct {
		l                  labels
		optional, far, put bool
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

func TestTicks(t *testing.T) {
	for _, c := range []struct{ low, high float64 }{{1.8, 1.9}, {1, 1.9}, {0.3, 50}, {2, 9}, {0.01, 9000}, {99, 101}, {3.1, 6.3}, {451, 832}} {
		ticks := timeTicks{}.Ticks(c.low, c.high)
		if len(ticks) < 3 || len(ticks) > 13 {
			t.Errorf("%v to %v: %d ticks", c.low, c.high, len(ticks))
		}
		for i, tick := range ticks {
			if tick.Value < c.low || tick.Value > c.high || i > 0 && tick.Label == ticks[i-1].Label {
				t.Errorf("%v to %v: tick %v %q", c.low, c.high, tick.Value, tick.Label)
			}
		}
	}
}

// Ticks are few whatever the axis, and none where it has no ends.
func TestTicksAreFew(t *testing.T) {
	ends := []float64{math.Inf(-1), -1, 0, 5e-324, 1e-308, 1e-99, 1, math.Nextafter(1, 2), 1e15, 1e99, 1e308, math.MaxFloat64, math.Inf(1), math.NaN()}
	for _, low := range ends {
		for _, high := range ends {
			for _, ticker := range []plot.Ticker{timeTicks{}, byteTicks{}, byteTicks{1e-99}, percentTicks{}} {
				if ticks := ticker.Ticks(low, high); len(ticks) > 64 {
					t.Errorf("%T, %v to %v: %d ticks", ticker, low, high, len(ticks))
				}
			}
		}
	}
}

// An axis of percentages has the reference among its ticks where that is in sight. A narrow one has words at each second line, and at the last.
func TestPercentTicks(t *testing.T) {
	for _, c := range []struct {
		narrow    bool
		low, high float64
		want      string
	}{
		{false, -28, 18, "-20 -10 0 % +10"}, {false, -1.5, 3.2, "-1 0 % +1 +2 +3"}, {false, 5, 300, "+50 % +100 % +150 % +200 % +250 % +300 %"},
		{true, -32, 18, "  -20   0 +10"}, {true, -28, 23, "-20   0   +20"}, {false, -0.1, 0.9, "0 % +0.2 +0.4 +0.6 +0.8"},
	} {
		var labels []string
		for _, tick := range (percentTicks{c.narrow}).Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v: got %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

// The line along what nothing beats has no spot of too few rounds, however small its time.
func TestParetoNeedsRounds(t *testing.T) {
	seldom := stats.Interval{Median: 1, Lo: math.Inf(-1), Hi: math.Inf(1)}
	line := pareto([]spot{{x: exactly(1), y: exactly(3)}, {x: exactly(1), y: seldom}, {x: exactly(2), y: exactly(2)}})
	if len(line) != 3 || line[0].Y != 3 || line[2].Y != 2 {
		t.Errorf("the line is %v", line)
	}
}
