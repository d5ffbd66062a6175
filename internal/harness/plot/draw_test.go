package plot

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/slidebench/slidebench/internal/harness/stats"
)

// spread keeps the names of curves a line apart, in the order of the curves: names with room stay at the ends of their curves, and a crowd moves as much up as down.
func TestSpread(t *testing.T) {
	at := []vg.Length{200, 105, 104, 95, 50, 39, 38} // one alone, and two crowds of three
	got := spread(at, 10)
	want := []vg.Length{200, 111.33, 101.33, 91.33, 52.33, 42.33, 32.33} // the middle of each crowd is its mean: 304/3 and 127/3
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 0.01 {
			t.Errorf("got %v, want %v", got, want)
			break
		}
	}
}

// Every usual axis of times, from a short one to six decades, has 3 to 13 ticks, all inside and with different labels.
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

// An axis of percentages has the reference among its ticks where that is in sight. A narrow one has words at each second line, and at the last next to 0.
func TestPercentTicks(t *testing.T) {
	for _, c := range []struct {
		narrow    bool
		low, high float64
		want      string // the labels, with spaces between; a line without words has a space as its label
	}{
		{false, -28, 18, "-20 -10 0 % +10"},
		{false, -1.5, 3.2, "-1 0 % +1 +2 +3"},
		{false, 5, 300, "+50 % +100 % +150 % +200 % +250 % +300 %"}, // without 0, each label has the unit
		{true, -32, 18, "  -20   0 +10"},                            // of lines at -30, -20, -10, 0 and +10, whose label is the last next to 0
		{true, -28, 23, "-20   0   +20"},
		{true, -8, 17, "  0   +10  "}, // lines are 5 apart
		{false, -0.1, 0.9, "0 % +0.2 +0.4 +0.6 +0.8"},
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

// The stairs leave out a spot with too few rounds for an interval, however small its time.
func TestParetoNeedsRounds(t *testing.T) {
	seldom := stats.Interval{Median: 1, Lo: math.Inf(-1), Hi: math.Inf(1)}
	line := pareto([]spot{{x: exactly(1), y: exactly(3)}, {x: exactly(1), y: seldom}, {x: exactly(2), y: exactly(2)}})
	if len(line) != 3 || line[0].Y != 3 || line[2].Y != 2 { // line[1] is the corner
		t.Errorf("the line is %v", line)
	}
}
