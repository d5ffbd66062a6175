package stats

import (
	"math"
	"slices"
	"sync"
)

// Runs models how several runs of one kind of machine differ, in one group of cells: cells of one build, mode and size of tables.
//
// The logarithm of a cell's median in a run is modelled as cell + run + rest: a two-way layout with random effects ([searle], chapter 4). The run's
// part is common to the cells of the group. The rest is the cell's own: its variance is estimated from the cell's runs, and, since these are few, drawn
// towards that of all cells of the group, as if those were some degrees of freedom more ([smyth]). An interval for the next run has both
// variances in it, that of the next run and that of the estimate. Its degrees of freedom follow from those of the two parts ([satterthwaite]), so
// few runs with much in common give wide intervals.
type Runs struct {
	Ends   []int     // run i has the values from index Ends[i-1], or 0, up to Ends[i]
	common []float64 // by run, the deviation that its cells have in common; NaN without cells
	own    float64   // the typical variance of the rest
	df     float64   // degrees of freedom of own
}

// fewestCells is the smallest number of cells, each with two runs or more, from which NewRuns learns.
const fewestCells = 8

// NewRuns learns from cells, each with its values of all rounds, how far runs lie apart. It returns nil if too few cells have two runs.
func NewRuns(ends []int, cells [][]float64) *Runs {
	r := &Runs{Ends: ends, common: make([]float64, len(ends))}
	var logs [][]float64 // of cells with two runs, by run
	for _, values := range cells {
		l := r.logs(values, nil)
		if len(Present(l)) > 1 {
			logs = append(logs, l)
		}
	}
	if len(logs) < fewestCells {
		return nil
	}
	// Cells lack runs, so cells' means and runs' medians are found by turns, as in a median polish.
	const iterations = 10
	for range iterations {
		apart := make([][]float64, len(ends))
		for _, l := range logs {
			mean, _ := r.variance(l)
			for i, y := range l {
				if !math.IsNaN(y) {
					apart[i] = append(apart[i], y-mean)
				}
			}
		}
		for i := range apart {
			r.common[i] = math.NaN()
			if len(apart[i]) > 0 {
				r.common[i] = Median(apart[i]).Median
			}
		}
	}
	var variances, degrees []float64
	for _, l := range logs {
		_, v := r.variance(l)
		variances, degrees = append(variances, v), append(degrees, float64(len(Present(l))-1))
	}
	r.own, r.df = typical(variances, degrees)
	return r
}

// Count returns the number of runs that have an interval for a cell.
func (r *Runs) Count(values []float64) int { return len(Present(r.logs(values, nil))) }

// logs returns for each run the logarithm of the values' median, or of their ratios' to others; NaN for a run with fewer than MinRounds.
func (r *Runs) logs(values, others []float64) []float64 {
	logs, first := make([]float64, len(r.Ends)), 0
	for i, end := range r.Ends {
		m := Median(values[first:end])
		if others != nil {
			m = Ratio(values[first:end], others[first:end])
		}
		if logs[i] = math.NaN(); m.Finite() {
			logs[i] = math.Log(m.Median)
		}
		first = end
	}
	return logs
}

// variance returns the mean and the variance of a cell's logarithms, after subtracting each run's common part.
func (r *Runs) variance(logs []float64) (mean, variance float64) {
	var rest []float64
	for i, y := range logs {
		if !math.IsNaN(y) {
			rest = append(rest, y-r.common[i])
		}
	}
	return meanVariance(rest)
}

// meanVariance returns the mean and the unbiased variance of numbers; of a single number the variance is NaN.
func meanVariance(x []float64) (mean, variance float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	return mean, variance
}

// Median returns the median over runs of a cell's medians, and an interval for that of the next run.
func (r *Runs) Median(values []float64) Interval {
	logs := r.logs(values, nil)
	_, common := meanVariance(Present(r.common))
	_, variance := r.variance(logs)
	return r.next(logs, common, variance, r.own, r.df)
}

// Ratio is Median for the ratio of two cells; of models the group of the other cell. If no run has both cells, it compares their medians.
func (r *Runs) Ratio(values, others []float64, of *Runs) Interval {
	logs := r.logs(values, others)
	if len(Present(logs)) == 0 {
		return farthest(r.Median(values), of.Median(others))
	}
	apart := &Runs{Ends: r.Ends, common: make([]float64, len(r.Ends))}
	for i := range apart.common {
		apart.common[i] = r.common[i] - of.common[i]
	}
	_, common := meanVariance(Present(apart.common))
	_, variance := apart.variance(logs)
	return r.next(logs, common, variance, r.own+of.own, min(r.df, of.df))
}

// next returns an interval for the next run's median of a cell, from the logarithms of its medians. Its variance is the sum of the part common to a run's cells and the
// rest; own, the typical rest, counts for df degrees of freedom beside the cell's own variance.
func (r *Runs) next(logs []float64, common, variance, own, df float64) Interval {
	logs = Present(logs)
	k := float64(len(logs))
	if k == 0 {
		return None
	}
	slices.Sort(logs)
	center := (logs[(len(logs)-1)/2] + logs[len(logs)/2]) / 2
	rest := own
	if k > 1 {
		rest = (df*own + (k-1)*variance) / (df + k - 1) // the cell's own variance, drawn towards the typical one
		df += k - 1
	}
	runs := float64(len(Present(r.common)))
	all := common + rest
	degrees := all * all / (common*common/(runs-1) + rest*rest/df) // of all, by [satterthwaite]
	// The median of three runs and more has up to pi/2 times the variance of their mean.
	estimate := 1 / k
	if k > 2 {
		estimate *= math.Pi / 2
	}
	arm := studentBound(degrees) * math.Sqrt(all*(1+estimate))
	if math.IsNaN(arm) {
		arm = math.Inf(1) // of a ratio whose groups have one run in common, which does not tell how far runs lie apart
	}
	return Interval{math.Exp(center), math.Exp(center - arm), math.Exp(center + arm)}
}

// typical returns the likeliest s and d if each given variance, with its degrees of freedom, is s times a variable with the F distribution of its degrees and d, as
// [smyth] shows. The more the variances scatter, the smaller is d.
func typical(variances, degrees []float64) (s, d float64) {
	const floor = 1e-12 // a millionth of a value, squared: smaller deviations are rounding
	likeliest := math.Inf(-1)
	for _, df := range []float64{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100} { // candidates for d
		scale := max(floor, Median(variances).Median)
		for range 100 { // until scale hardly changes: then it is about the likeliest s for this d
			sum := 0.0
			for i, v := range variances {
				v = max(v, floor)
				sum += (df + degrees[i]) * v / (df + degrees[i]*v/scale) / float64(len(variances))
			}
			scale = sum
		}
		likelihood := 0.0 // its logarithm
		for i, v := range variances {
			x, a, b := max(v, floor)/scale, degrees[i]/2, df/2
			ab, _ := math.Lgamma(a + b)
			ga, _ := math.Lgamma(a)
			gb, _ := math.Lgamma(b)
			likelihood += ab - ga - gb + a*math.Log(a/b) + (a-1)*math.Log(x) - (a+b)*math.Log1p(a*x/b) - math.Log(scale)
		}
		if likelihood > likeliest {
			likeliest, s, d = likelihood, scale, df
		}
	}
	return s, d
}

// studentBound returns the bound within which a variable with Student's t distribution lies with probability Confidence. It rounds degrees of freedom down, to one of a
// few hundred, whose bounds it caches.
func studentBound(degrees float64) float64 {
	switch {
	case math.IsNaN(degrees):
		return degrees
	case degrees > 100:
		degrees = 100
	case degrees > 10:
		degrees = math.Floor(degrees)
	default:
		degrees = max(1, math.Floor(20*degrees)/20) // below 1 only by rounding
	}
	bound, known := bounds.Load(degrees)
	if !known {
		bound = student(degrees)
		bounds.Store(degrees, bound)
	}
	return bound.(float64)
}

var bounds sync.Map // by degrees of freedom

// student computes studentBound's value for some degrees of freedom.
func student(degrees float64) float64 {
	// With t = sqrt(degrees) tan(angle), the density is that of the angle, cos^(degrees-1), which is summed by Simpson's rule.
	const steps = 200
	area := func(to float64) (sum float64) {
		for i := range steps + 1 {
			weight := []float64{2, 4}[i%2]
			if i == 0 || i == steps {
				weight = 1
			}
			sum += weight * math.Pow(math.Cos(to*float64(i)/steps), degrees-1) * to / (3 * steps)
		}
		return sum
	}
	a, _ := math.Lgamma(degrees / 2)
	b, _ := math.Lgamma((degrees + 1) / 2)
	half := math.Sqrt(math.Pi) / 2 * math.Exp(a-b) // the area up to a right angle
	lo, hi := 0.0, math.Pi/2
	for range 50 { // halvings
		if angle := (lo + hi) / 2; area(angle) < Confidence*half {
			lo = angle
		} else {
			hi = angle
		}
	}
	return math.Sqrt(degrees) * math.Tan(lo)
}
