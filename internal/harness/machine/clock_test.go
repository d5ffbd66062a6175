package machine

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// newTimer finds the steps of a clock, be they shorter or longer than a reading takes, and CheckStep refuses a clock with steps too long for slices of work.
func TestCheckStep(t *testing.T) {
	for _, c := range []struct {
		step    time.Duration // of the clock
		reading time.Duration // how long it takes to read the clock
		want    time.Duration // the resolution that newTimer finds
		stretch int
		coarse  bool // CheckStep refuses the clock
	}{
		{1, 25, 1, 1, false},
		{40, 25, 40, 4, false},
		{100, 25, 100, 10, false},
		{100, 130, 100, 10, false}, // two readings differ by 100 or 200
		{1000, 1, 1000, 100, false},
		{1001, 1, 1001, 100, true},
		{15_625_000, 1000, 15_625_000, 100, true}, // package time on some Windows, 64 steps in a second
		{500_000, 25, 500_000, 100, true},
	} {
		var now time.Duration
		restore := Play(func() time.Duration {
			now += c.reading
			return now.Truncate(c.step)
		})
		resolution, _ := Timer()
		if resolution != float64(c.want) || Stretch() != c.stretch {
			t.Errorf("a clock of %v that takes %v to read: steps of %v ns, stretched %d times; want %v, %d", c.step, c.reading, resolution, Stretch(), c.want, c.stretch)
		}
		if err := CheckStep(resolution); (err != nil) != c.coarse {
			t.Errorf("a clock of %v: %v", c.step, err)
		}
		restore()
	}
	var now time.Duration
	readings := 0
	restore := Play(func() time.Duration { // each 20th reading is interrupted, always for the same time
		now += 25
		if readings++; readings%20 == 0 {
			now += 5000
		}
		return now
	})
	if resolution, _ := Timer(); resolution != 25 {
		t.Errorf("a clock that is interrupted has steps of %v", resolution)
	}
	restore()
	if err := CheckStep(math.Inf(1)); err == nil || !strings.Contains(err.Error(), "stands still") {
		t.Error(err)
	}
	if err := CheckTimer(); err != nil {
		t.Errorf("this machine: %v", err)
	}
}

// One reading with a clock above those of all processors is an error. Too low clocks are an error only in half of the readings: an interrupted canary reads low.
func TestCheckReadings(t *testing.T) {
	at := func(clocks ...float64) (readings []Reading) {
		for _, ghz := range clocks {
			readings = append(readings, Reading{ghz, 5})
		}
		return readings
	}
	for _, c := range []struct {
		readings []Reading
		seen     string // the clock in the error, "" for none
	}{
		{nil, ""},
		{at(0.05), ""},
		{at(12, 0.05), ""},
		{at(3, 0.004, 3), ""},
		{at(3, 0.004, 0.002), "0.004 GHz"},
		{at(0.049), "0.049 GHz"},
		{slices.Concat(at(slices.Repeat([]float64{3}, 100)...), at(16000)), "16000 GHz"},
		{at(12.01), "12.01 GHz"},
	} {
		if err := CheckReadings(c.readings); (err != nil) != (c.seen != "") || err != nil && !strings.Contains(err.Error(), c.seen) {
			t.Errorf("%v: %v, want %q", c.readings, err, c.seen)
		}
	}
}

// The timer's numbers are positive and finite, and Timed measures about the time that work takes.
func TestTimer(t *testing.T) {
	if resolution, cost := Timer(); !(resolution > 0) || !(cost > 0) || math.IsInf(resolution, 0) {
		t.Errorf("time is read to %v ns, which takes %v ns", resolution, cost)
	}
	if n := Stretch(); n < 1 || n > 100 {
		t.Errorf("canaries are stretched %d times", n)
	}
	if ns := Timed(func() {}); !(ns >= 1) {
		t.Errorf("nothing takes %v ns", ns)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	busy := func() { // for two milliseconds of the clock, and of the thread where the system tells its time
		for began, had := Now(), threadTime(); Now()-began < 2e6 || had > 0 && threadTime()-had < 2e6; {
		}
	}
	if ns := Timed(busy); ns < 1e6 {
		t.Errorf("two milliseconds take %v ns", ns)
	}
}
