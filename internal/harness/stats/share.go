package stats

import "math"

// Share returns, with Confidence, the exact interval, by Clopper and Pearson, for the probability of an event that happened k times in n tries; for no tries, 0 to 1.
func Share(k, n int) (lo, hi float64) {
	// atMost returns the chance of at most k events in n tries, if each has the probability p.
	atMost := func(k int, p float64) (sum float64) {
		all, _ := math.Lgamma(float64(n + 1))
		for i := range k + 1 {
			a, _ := math.Lgamma(float64(i + 1))
			b, _ := math.Lgamma(float64(n - i + 1))
			sum += math.Exp(all - a - b + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
		}
		return sum
	}
	solve := func(below func(p float64) bool) float64 { // up to which p is below true?
		lo, hi := 0.0, 1.0
		for range 60 { // halvings, more than a float64 can tell apart
			if p := (lo + hi) / 2; below(p) {
				lo = p
			} else {
				hi = p
			}
		}
		return lo
	}
	hi = 1
	if k > 0 {
		lo = solve(func(p float64) bool { return 1-atMost(k-1, p) < (1-Confidence)/2 })
	}
	if k < n {
		hi = solve(func(p float64) bool { return atMost(k, p) > (1-Confidence)/2 })
	}
	return lo, hi
}
