package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Whether a second run repeats the first, for slidebench collect, which publishes runs.

// ErrNoisy is wrapped by the error of Repeats where two runs are too noisy to confirm or refute each other.
var ErrNoisy = errors.New("too noisy to tell whether they agree: measure again")

// Repeats returns nil if two runs of a machine agree, and an error that names a value if they differ. Search is judged on its own, and all other modes together: runs
// agree if at most one in twenty of the techniques' ratios to the reference differs by more than chance. Chance is the smallest significant difference of each table;
// the two are added like independent errors. Where it is more than mostChance, two tables tell nothing, as does a technique with too few rounds for an interval, and
// the error wraps ErrNoisy if more than a quarter of the values tell nothing. Each technique of each build is judged as well: its values differ if most of them, and at
// least two, differ by more than chance, where chance is no less than the intervals of the two values.
func Repeats(a, b *results.File) error {
	type build struct {
		technique string
		results.Target
	}
	search, others, own := &tally{}, &tally{}, map[build]*tally{}
	var each []*tally // of own, in the order of the first file
	for _, x := range agreements(ranksOf(a, b)) {
		to := others
		if x.A.Mode == mode.Search {
			to = search
		}
		most := math.Hypot(x.A.Resolution, x.B.Resolution)
		for _, r := range x.A.ranked() {
			s := x.B.row(r.Technique)
			switch {
			case r.Technique == a.Reference || s == nil || !s.Ratio.Known() || !r.Ratio.Known(): // the reference's ratio is 1 always; the others have no two ratios to compare
				continue
			case !(most <= mostChance(x.A.Mode)) || !s.Ratio.Finite() || !r.Ratio.Finite(): // much chance or, as NaN, an unknown one; too few rounds of the technique
				to.noisy++
				continue
			}
			of := build{r.Technique, x.A.Target}
			if own[of] == nil {
				own[of] = &tally{}
				each = append(each, own[of])
			}
			apart := math.Abs(math.Log(s.Ratio.Median / r.Ratio.Median))
			value := fmt.Sprintf("%s by %s in %s", r.Technique, percent(apart), x.A.describe())
			to.count(apart, most, value)
			own[of].count(apart, max(most, math.Hypot(r.Ratio.Arm(), s.Ratio.Arm())), value)
		}
	}
	var noisy error
	for _, t := range []*tally{search, others} {
		switch {
		case t.far > t.clear/20:
			return fmt.Errorf("%s and %s differ in %d of %d values, %s", a.Name, b.Name, t.far, t.clear, t.first)
		case 3*t.noisy > t.clear: // more than a quarter of all
			noisy = fmt.Errorf("%s and %s: %d of %d values are %w", a.Name, b.Name, t.noisy, t.clear+t.noisy, ErrNoisy)
		}
	}
	for _, t := range each {
		if t.far > max(1, t.clear/2) {
			return fmt.Errorf("%s and %s differ in %d of %d values of one technique, %s", a.Name, b.Name, t.far, t.clear, t.first)
		}
	}
	if noisy == nil && search.clear+others.clear == 0 {
		return fmt.Errorf("%s and %s have no value in common", a.Name, b.Name)
	}
	return noisy
}

// mostChance is the chance up to which two tables of a mode confirm or refute each other. In an engine techniques differ by per cent, so neither run's own chance may be
// high. In loops they differ by factors, and layouts of a program by several per cent.
func mostChance(m mode.Mode) float64 {
	if slices.Contains(mode.Engine, m) {
		return math.Sqrt2 * highNoise
	}
	return 3 * highNoise
}

// tally counts values of two runs.
type tally struct {
	clear, noisy, far int
	first             string // of those that are far apart
}

// count counts a value that lies in clear tables.
func (t *tally) count(apart, most float64, value string) {
	t.clear++
	if apart > most {
		t.far++
		t.first = cmp.Or(t.first, fmt.Sprintf("%s (want at most %s)", value, percent(most)))
	}
}
