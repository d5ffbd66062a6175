// Package stats has the statistics behind every claim of a report: medians with order-statistic intervals, ratios of values measured in the same round, the noise of a
// run, and corrections for asking many questions at once. It knows nothing of files, cells and machines: see package results.
//
// It builds on golang.org/x/perf/benchmath and assumes nothing about the distribution of the values: they are positive times, seldom normal, often with two peaks. Every
// function is pure and leaves its arguments as they are.
//
// A series has one value per round, in the order of the rounds, and NaN in a round without a value. A missing value is dropped, and where two series are paired, so is
// the other value of its round: values of different rounds are never paired. Where too few pairs are left, a ratio rests on the two medians.
package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of every interval. An interval of fewer than MinRounds values cannot reach it.
const Confidence = 0.95

// MinRounds is the smallest number of values whose range holds the median with Confidence: the chance that all n fall
// on one side of it is 2/2^n, 6 % for 5 values and 3 % for 6.
const MinRounds = 6

// Interval is a median and the order statistics around it that hold the median of the population with Confidence, or
// -Inf and +Inf (for ratios 0 and +Inf) where there are fewer than MinRounds values, or NaN where there is no value.
type Interval struct {
	Median, Lo, Hi float64
}

// None is the interval of a series without values.
var None = Interval{math.NaN(), math.NaN(), math.NaN()}

// Known reports whether there was a value at all.
func (i Interval) Known() bool { return !math.IsNaN(i.Median) }

// Finite reports whether there were enough values for bounds.
func (i Interval) Finite() bool { return i.Known() && !math.IsInf(i.Hi, 1) }

// Arm returns how far the bounds of positive values lie from the median, as |ln ratio|: the larger distance, +Inf without bounds.
func (i Interval) Arm() float64 {
	if !i.Finite() {
		return math.Inf(1)
	}
	return math.Log(max(i.Hi/i.Median, i.Median/i.Lo))
}

// Times returns the interval in another unit.
func (i Interval) Times(factor float64) Interval {
	return Interval{factor * i.Median, factor * i.Lo, factor * i.Hi}
}

// Excludes reports whether x lies outside the interval. An interval without bounds or values excludes nothing.
func (i Interval) Excludes(x float64) bool { return x < i.Lo || i.Hi < x }

// Format returns the interval times a scale as text, with as many decimals as suit the median: "1.884 [1.870, 1.901]", or "1.884 [?]" without bounds, or "?" for NaN.
func (i Interval) Format(scale float64) string {
	decimals := 3
	switch m := i.Median * scale; {
	case math.IsNaN(m):
		return "?"
	case m >= 100:
		decimals = 1
	case m >= 10:
		decimals = 2
	}
	if !i.Finite() {
		return fmt.Sprintf("%.*f [?]", decimals, i.Median*scale)
	}
	return fmt.Sprintf("%.*f [%.*f, %.*f]", decimals, i.Median*scale, decimals, i.Lo*scale, decimals, i.Hi*scale)
}

// Present returns the values that are not missing.
func Present(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), math.IsNaN)
}

// pairs returns the values of the rounds in which both series have one.
func pairs(a, b []float64) (x, y []float64) {
	for k := range min(len(a), len(b)) {
		if !math.IsNaN(a[k]) && !math.IsNaN(b[k]) {
			x, y = append(x, a[k]), append(y, b[k])
		}
	}
	return x, y
}

// Median summarises the values of one series. It is None for a series without values.
//
// Where two intervals reach the level equally well, as X1..X7 and X2..X8 of eight values, benchmath takes the lower one, which would make it easier to show that a
// technique is faster than that it is slower. So the interval covers both: it is the hull of benchmath's interval and its mirror image, that of the negated values.
func Median(values []float64) Interval {
	if values = Present(values); len(values) == 0 {
		return None
	}
	slices.Sort(values)
	n := len(values)
	median, below := values[n/2], values[(n-1)/2]
	median = below + (median-below)/2
	lowest := lowestOf(n)
	if lowest < 0 {
		return Interval{median, math.Inf(-1), math.Inf(1)}
	}
	return Interval{median, values[lowest], values[n-1-lowest]}
}

// lowestOf returns the index of the lower bound among n sorted values, -1 for none; the upper bound is as far from the other end. It asks benchmath about 0 to n-1.
func lowestOf(n int) int {
	if place, known := lowests.Load(n); known {
		return place.(int)
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = float64(i)
	}
	s := benchmath.AssumeNothing.Summary(&benchmath.Sample{Values: values, Thresholds: &benchmath.DefaultThresholds}, Confidence)
	place := -1
	if lowest := min(s.Lo, float64(n-1)-s.Hi); !math.IsInf(lowest, -1) {
		place = int(lowest)
	}
	lowests.Store(n, place)
	return place
}

// lowests caches lowestOf by n.
var lowests sync.Map

// Ratio summarises values[k]/reference[k] over the rounds k that both have. The ratio of two values of one round
// is free of disturbances of the whole round, the ratio of two medians is not. The median is taken of the logarithms,
// so that Ratio(a, b) and Ratio(b, a) are reciprocal, bounds included.
//
// If fewer than MinRounds rounds have both values, but each series has MinRounds, it is the ratio of the two medians, and its bounds are
// those of the two intervals at their farthest. They are wider than needed: a small error of one interval alone seldom puts the ratio outside.
func Ratio(values, reference []float64) Interval {
	logs, paired := pairs(values, reference) // logs holds values until they are divided
	if len(logs) < MinRounds {
		if x, y := Median(values), Median(reference); x.Finite() && y.Finite() {
			return farthest(x, y)
		}
	}
	for k := range logs {
		logs[k] = math.Log(logs[k] / paired[k])
	}
	m := Median(logs)
	return Interval{math.Exp(m.Median), math.Exp(m.Lo), math.Exp(m.Hi)}
}

// farthest is the ratio of two medians, with the bounds of their intervals at their farthest.
func farthest(x, y Interval) Interval { return Interval{x.Median / y.Median, x.Lo / y.Hi, x.Hi / y.Lo} }

// AANoise returns how far two series of the same technique, measured in the same rounds under two names, lie apart: the larger |ln bound| of the interval of their ratio,
// +Inf without bounds. 0.03 means that a ratio of 1.03 may be noise.
func AANoise(reference, again []float64) float64 { return Ratio(again, reference).Noise() }

// Noise returns how far a ratio that should be 1 may be from it: the larger |ln bound|, +Inf without bounds.
func (i Interval) Noise() float64 {
	if !i.Finite() {
		return math.Inf(1)
	}
	return max(math.Abs(math.Log(i.Lo)), math.Abs(math.Log(i.Hi)))
}

// AAShown returns the significant difference between two series of the same technique: how far the interval of their ratio is from 1, as |ln ratio|; 0 if it contains 1,
// and +Inf without bounds.
func AAShown(reference, again []float64) float64 {
	r := Ratio(again, reference)
	if !r.Finite() {
		return math.Inf(1)
	}
	return max(0, math.Log(r.Lo), -math.Log(r.Hi))
}

// resolved is the share of ratios whose intervals reach at most as far as Resolution.
const resolved = 0.9

// Resolution returns the difference, as |ln ratio|, from which differences in a table are usually significant: the A/A noise or, if that is larger, the arm that nine in
// ten of the ratios' intervals have at most. A difference is significant if its interval excludes 1 and its median is further from 1 than the noise; a ratio further from
// 1 than this is both. It is +Inf if nothing can be significant, as with fewer than MinRounds rounds. With an unknown noise, NaN, only intervals count. Intervals without
// bounds do not count.
func Resolution(noise float64, ratios []Interval) float64 {
	var arms []float64
	for _, r := range ratios {
		if r.Finite() {
			arms = append(arms, r.Arm())
		}
	}
	if len(arms) == 0 {
		return math.Inf(1)
	}
	slices.Sort(arms)
	arm := arms[int(math.Ceil(resolved*float64(len(arms))))-1]
	if math.IsNaN(noise) {
		return arm
	}
	return max(noise, arm)
}

// MannWhitney returns the two-sided p-value of the U test: how likely samples at least this different are when both
// come from one distribution. It is 1 if a sample is empty. It does not pair: each sample drops its own missing values.
func MannWhitney(a, b []float64) float64 {
	if a, b = Present(a), Present(b); len(a) == 0 || len(b) == 0 {
		return 1
	}
	slices.Sort(a)
	slices.Sort(b)
	compare := func() float64 {
		x, y := &benchmath.Sample{Values: a, Thresholds: &benchmath.DefaultThresholds}, &benchmath.Sample{Values: b, Thresholds: &benchmath.DefaultThresholds}
		return benchmath.AssumeNothing.Compare(x, y).P
	}
	const exact = 25 // values of a sample, up to which the library counts instead of approximating
	if len(a) > exact || len(b) > exact {
		return compare()
	}
	// The p-value depends only on U, the number of pairs with a above b, equal pairs counting half, and on the numbers of equal values.
	twice, ties := 0, []byte{byte(len(a)), byte(len(b))} // twice U; both sizes, and then the numbers
	for i, j := 0, 0; i < len(a) || j < len(b); {
		var least float64
		if least = math.Inf(1); i < len(a) {
			least = a[i]
		}
		if j < len(b) {
			least = min(least, b[j])
		}
		x, y := equal(a[i:], least), equal(b[j:], least)
		twice += x * (2*j + y)
		i, j, ties = i+x, j+y, append(ties, byte(x+y))
	}
	if twice == 0 || twice == 2*len(a)*len(b) {
		// All of one sample are below all of the other: only this order and its reverse are as extreme, whatever the ties within a sample (the library says 0 if there are ties).
		twice, ties = 0, ties[:2]
		compare = func() float64 {
			orders, _ := new(big.Int).Binomial(int64(len(a)+len(b)), int64(len(a))).Float64()
			return 2 / orders
		}
	}
	key := fmt.Sprint(twice, string(ties))
	p, known := counted.Load(key)
	if !known {
		p = compare()
		counted.Store(key, p)
	}
	return p.(float64)
}

// counted caches p-values of MannWhitney, since counting orders takes long.
var counted sync.Map

// equal returns how many values at the beginning of a sorted sample equal x.
func equal(sorted []float64, x float64) (n int) {
	for n < len(sorted) && sorted[n] == x {
		n++
	}
	return n
}

// SignedRank returns the exact two-sided p-value of Wilcoxon's signed-rank test for paired values: the chance that the ratios values[k]/reference[k] lean at least this
// far to one side of 1, if each could as well be its reciprocal. It finds differences that MannWhitney misses, when rounds differ more from each other than the two
// values of a round. Equal pairs are left out.
func SignedRank(values, reference []float64) float64 { return BestSignedRank(values, reference, 0) }

// BestSignedRank returns the smallest p-value that SignedRank can reach after more rounds: if all of those lean to the same side as the rounds so far, and farther than
// any of them, so that no rank changes.
func BestSignedRank(values, reference []float64, more int) float64 {
	values, reference = pairs(values, reference)
	var logs []float64
	for k := range values {
		if d := math.Log(values[k] / reference[k]); d != 0 {
			logs = append(logs, d)
		}
	}
	// Of equal logarithms the earlier round's has the lower rank, whatever their signs, so that later rounds never lower a rank.
	slices.SortStableFunc(logs, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	up := 0 // sum of the ranks of the ratios above 1
	for i, d := range logs {
		if d > 0 {
			up += i + 1
		}
	}
	down := len(logs)*(len(logs)+1)/2 - up
	n := len(logs) + more
	last := min(up, down) // at most half of all ranks' sum
	if n > mostCached {
		return min(1, 2*tailsOf(n, last)[last])
	}
	tails, known := cachedTails.Load(n)
	if !known {
		tails = tailsOf(n, n*(n+1)/4)
		cachedTails.Store(n, tails)
	}
	return min(1, 2*tails.([]float64)[last])
}

// cachedTails caches tailsOf by n, up to mostCached: matches and guards ask again after each round.
var cachedTails sync.Map

const mostCached = 200 // whose tails take 80 KB

// tailsOf returns, for each sum up to last, the share of all 2^n choices of signs in which the ranks with a positive sign add up to at most that sum.
func tailsOf(n, last int) []float64 {
	ways := make([]float64, last+1) // the share of choices in which they add up to exactly that sum
	ways[0] = 1
	for rank := 1; rank <= n; rank++ {
		largest := min(last, rank*(rank+1)/2) // the largest sum of the ranks so far
		for s := largest; s >= rank; s-- {
			ways[s] = ways[s]/2 + ways[s-rank]/2 // ways[s-rank] still lacks this rank
		}
		for s := range min(rank, largest+1) {
			ways[s] /= 2
		}
	}
	for s := range last {
		ways[s+1] += ways[s]
	}
	return ways
}

// Holm adjusts p-values for their number by Holm's step-down method: if those of at most alpha are called significant, the chance of even one false call is at most
// alpha, however the tests depend on each other.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, float64(len(p)-rank)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}

// RoundsFor returns the smallest number of rounds, at least MinRounds, in which a U test of one cell can survive
// Holm's correction over that many cells at level 0.05: its smallest p-value, 2/C(2n,n), must be at most 0.05/cells.
func RoundsFor(cells int) int {
	choose := 1.0 // C(2n,n)
	for n := 1; ; n++ {
		choose *= float64(2*(2*n-1)) / float64(n)
		if n >= MinRounds && 2/choose <= (1-Confidence)/float64(max(cells, 1)) {
			return n
		}
	}
}

// RoundsForPairs is RoundsFor for SignedRank, whose smallest p-value is 2/2^n. It adds three rounds, for rounds that lean the other way.
func RoundsForPairs(cells int) int {
	for n := MinRounds; ; n++ {
		if math.Ldexp(2, -n) <= (1-Confidence)/float64(max(cells, 1)) {
			return n + 3
		}
	}
}
