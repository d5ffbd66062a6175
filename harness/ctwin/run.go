package ctwin

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/techniques"
)

// Result is what was measured of a cell: the sides in ns per lookup, and the median over the pairs of Go's time divided
// by C's.
type Result struct {
	Cell
	Go, C, Ratio stats.Interval
}

// Measure times all cells of a twin, one pair of each per round. The intervals hold for these two processes: where code and
// tables lie in memory is drawn once for each, and other draws have moved the ratios of table lookups by up to 10 %.
func Measure(t *Twin, rounds int) ([]Result, error) {
	if rounds < 1 {
		return nil, fmt.Errorf("%d rounds (want at least 1, and %d for intervals)", rounds, stats.MinRounds)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	// Check everything before timing anything.
	repetitions := make([]int, len(t.Cells))
	for i, c := range t.Cells {
		if _, err := t.Time(c, 1, 0); err != nil {
			return nil, err
		}
		repetitions[i] = t.Repetitions(c)
	}
	pairs := make([][]Pair, len(t.Cells))
	for round := range rounds {
		for i, c := range t.Cells {
			p, err := t.Time(c, repetitions[i], round)
			if err != nil {
				return nil, err
			}
			pairs[i] = append(pairs[i], p)
		}
	}
	results := make([]Result, len(t.Cells))
	for i, c := range t.Cells {
		results[i] = summary(c, pairs[i])
	}
	return results, nil
}

func summary(c Cell, pairs []Pair) Result {
	goTimes, cTimes := make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, p := range pairs {
		goTimes[i], cTimes[i] = p.Go, p.C
	}
	return Result{c, stats.Median(goTimes), stats.Median(cTimes), stats.Ratio(goTimes, cTimes)}
}

// Run measures Go against C in a number of rounds and prints a table. It pins the calling goroutine to one CPU where that
// is possible. The error is ErrNoCompiler where there is no gcc.
func Run(ctx context.Context, q techniques.Questions, rounds int, w io.Writer) error {
	where := "not pinned"
	if cpu, why := machine.ChooseCPU(); cpu >= 0 {
		if err := machine.Pin(cpu); err != nil {
			return err
		}
		where = fmt.Sprintf("pinned to CPU %d, %s", cpu, why)
	}
	t, err := Start(ctx, q)
	if err != nil {
		return err
	}
	defer t.Close()
	results, err := Measure(t, rounds)
	if err != nil {
		return err
	}
	f := machine.Detect()
	fmt.Fprintf(w, "Go (%s) against C (gcc %s %s): %d questions, %d pairs, %s.\n",
		strings.TrimSpace(f.Go+" "+f.GOAMD64), t.Compiler, strings.Join(Flags, " "), len(q.Occs), rounds, where)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "technique\tpiece\tmode\tGo ns/lookup\tC ns/lookup\tGo/C\t95 % interval\t")
	for _, r := range results {
		fmt.Fprintf(table, "%s\t%v\t%s\t%.2f\t%.2f\t%.2f\t%.2f to %.2f\t\n", r.Technique.Name, r.Piece, r.Mode,
			r.Go.Median, r.C.Median, r.Ratio.Median, r.Ratio.Lo, r.Ratio.Hi)
	}
	return table.Flush()
}
