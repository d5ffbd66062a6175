package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/bmf"
	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/harness/workload"
)

func guardCommand() *cobra.Command {
	var (
		g         guard.Guard
		base      string // a commit or a result file
		head      string // a result file, "" for the source tree here
		threshold string
		builds    []string
		format    string
	)
	var own guests
	c := &cobra.Command{
		Use:   "guard --base FILE|GITREF [--head FILE]",
		Short: "Tell whether any technique became slower: exit status 1 if so",
		Long: `guard --base GITREF builds that commit and the source tree here and measures them in
turns. A cell is slower when four things hold: the difference is significant, by Wilcoxon's
signed-rank test of the rounds' pairs and Holm's correction for the number of cells; it is
larger than the threshold; it is larger than twice the significant part of the A/A noise of
the cell's table; and it is still there when the cell is measured once more. A technique
is judged in the same way by the geometric mean of its cells, which shows smaller changes.
guard stops measuring a cell whose change is significantly below the threshold.

Every round is a fresh build of both sides. Two processes of each side measure it, or up to
four if the threshold is below 1 %, and the lowest value counts: processes of one program
differ by 2 to 4 %.

A commit accepts a regression with a trailer that names the cell, or the technique:

  ` + guard.Trailer + `: technique=magic/piece=rook/mode=latency/corpus=random16
  ` + guard.Trailer + `: technique=magic

--build names the build to compare; by default it is Go at the environment's GOAMD64. In
C (c-gcc, c-clang) guard compares the techniques' headers: it compiles those of each side
once, and links them anew in every round; this program proves and times both.

guard --base FILE --head FILE compares two result files of one machine by their ratios to
the reference technique. The test is Mann-Whitney's, because their rounds are not pairs, and
a difference must be larger than twice the whole A/A noise. Nothing is measured again, so the
answer is unconfirmed.`,
		Example: `  slidebench guard --base HEAD~1 --technique magic --piece rook --mode latency --time 1ms
  slidebench guard --base old.txt --head new.txt --threshold 5%
  slidebench guard --base HEAD~1 --source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks --build c-gcc --mode latency`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if _, known := guardFormats[format]; !known {
				return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(slices.Sorted(maps.Keys(guardFormats)), ", "))
			}
			var err error
			if g.Threshold, err = parsePercent("threshold", threshold); err != nil {
				return err
			}
			var leave func()
			g.BaseTree, leave, err = own.enter(c, base, &g.Techniques)
			defer leave()
			if err != nil {
				return err
			}
			comparison, err := compare(c, &g, builds, base, head)
			if err != nil {
				return err
			}
			if err := guardFormats[format](c.OutOrStdout(), comparison); err != nil {
				return err
			}
			if n := len(comparison.Regressions()); n > 0 {
				return cli.Answer(fmt.Errorf("%s slower than %s", howMany(comparison), base))
			}
			if n := len(comparison.Unmeasured); n > 0 {
				return fmt.Errorf("%d cells, such as %v, had no clean slice of work in too many rounds: stop what else runs here, choose another --cpu, or allow more by --cap",
					n, comparison.Unmeasured[0])
			}
			return nil
		},
	}
	own.flags(c)
	selectionFlags(c, &g.Selection)
	basic, withOwnCode := guard.Modes()
	c.Flags().Lookup("mode").Usage = workload.Names(workload.All) + " (default " + workload.Names(basic) +
		", and for queens " + workload.Names(withOwnCode) + " of techniques with code of their own for them)"
	measuring.SetupFlags(c, &g.Setup)
	f := c.Flags()
	f.StringVar(&base, "base", "", "result file, or commit, to compare with")
	f.StringVar(&head, "head", "", "result file to judge (default: measure the source tree here)")
	f.StringVar(&threshold, "threshold", "1%", "smallest slow-down that counts, in percent")
	f.IntVar(&g.Rounds, "rounds", 0, "rounds to measure (default: as many as the number of cells needs)")
	f.StringSliceVar(&builds, "build", nil, "the one build to compare, as bench names them: a GOAMD64 level, c-gcc or c-clang (default: by GOAMD64)")
	measuring.CapFlag(c, &g.Cap, 20*time.Minute)
	f.StringVar(&format, "format", "text", "text, markdown (for the summary of a CI job) or bmf (Bencher's)")
	_ = c.MarkFlagRequired("base") // fails only if the flag is not defined
	return c
}

// compare compares two result files or, if base is a commit, measures base and head.
func compare(c *cobra.Command, g *guard.Guard, builds []string, base, head string) (*guard.Comparison, error) {
	info, err := os.Stat(base)
	// A base that ends in .txt is a file even if it is missing, so that the error says so.
	baseIsFile := err == nil && !info.IsDir() || strings.HasSuffix(strings.TrimSuffix(base, ".gz"), ".txt")
	switch {
	case baseIsFile && head == "":
		return nil, fmt.Errorf("base %q is a file: name another one with --head (slidebench bench writes one)", base)
	case baseIsFile:
		if err := onlyFlags(c, "base", "head", "threshold", "format"); err != nil {
			return nil, err
		}
		files, err := readAll([]string{base, head})
		if err != nil {
			return nil, err
		}
		return guard.CompareFiles(files[0], files[1], g.Threshold)
	case head != "":
		return nil, fmt.Errorf("base %q is no file: --head compares two files", base)
	}
	if c.Flags().Changed("rounds") && g.Rounds < 1 {
		return nil, fmt.Errorf("%d rounds (want at least %d)", g.Rounds, stats.MinRounds)
	}
	if err := measuring.CheckSetup(&g.Setup, g.Cap); err != nil {
		return nil, err
	}
	if err := g.Plan(builds); err != nil {
		return nil, err
	}
	g.Progress, g.Logf = cli.Progress(c.ErrOrStderr(), "guard"), cli.Logf(c)
	return g.AgainstCommit(c.Context(), base)
}

// parsePercent reads "2%", or "2", as 0.02, and accepts 0 to 1000 %. An error calls it what, such as a threshold.
func parsePercent(what, s string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > 1000 {
		return 0, fmt.Errorf("bad %s %q (want a percentage such as 2%%)", what, s)
	}
	return x / 100, nil
}

// howMany returns the number of regressions in words: "1 technique and 3 of 20 cells".
func howMany(r *guard.Comparison) string {
	techniques := len(slices.DeleteFunc(slices.Clone(r.Techniques), func(j guard.Judgement) bool { return !j.Regression() }))
	said := fmt.Sprintf("%d of %d cells", len(r.Regressions())-techniques, len(r.Cells))
	switch techniques {
	case 0:
		return said
	case 1:
		return "1 technique and " + said
	}
	return fmt.Sprintf("%d techniques and %s", techniques, said)
}

// differing returns the columns about cells that differ, with times in a unit.
func differing(unit string) []columns.Column[guard.Judgement] {
	return []columns.Column[guard.Judgement]{
		{Head: "cell", Read: func(j guard.Judgement) columns.Value {
			if j.Together > 0 {
				return columns.Word(fmt.Sprintf("%s, the mean of %d cells", j.Name(), j.Together))
			}
			return columns.Word(j.Name())
		}},
		{Head: "build", DropOrder: 1, Uniform: true, Read: func(j guard.Judgement) columns.Value { return columns.Word(j.Target) }},
		{Head: "verdict", Read: func(j guard.Judgement) columns.Value { return columns.Word(verdict(&j)) }},
		{Head: "head / base", Read: func(j guard.Judgement) columns.Value { return columns.Word(ratio(&j)) }},
		{Head: "base, " + unit, DropOrder: 3, Read: func(j guard.Judgement) columns.Value { return digits("%.4g", j.Base.Median) }},
		{Head: "head, " + unit, DropOrder: 2, Read: func(j guard.Judgement) columns.Value { return digits("%.4g", j.Head.Median) }},
		{Head: "p", DropOrder: 4, Read: func(j guard.Judgement) columns.Value { return digits("%.2g", j.P) }},
		{Head: "noise", DropOrder: 5, Read: func(j guard.Judgement) columns.Value { return columns.Show(noise(j.Noise), j.Noise, nil) }},
	}
}

// digits returns a column's value that people see in a format such as %.4g, and programs in full.
func digits(format string, x float64) columns.Value {
	return columns.Show(fmt.Sprintf(format, x), x, nil)
}

// differences returns a table with a row for each technique and cell that differs significantly. Only a comparison of trees confirms: its values are cycles.
func differences(r *guard.Comparison) columns.Table {
	unit := "cycles"
	if !r.Confirmed { // two files, whose values are ratios to the reference
		unit = "x reference"
	}
	return columns.Of(differing(unit), slices.DeleteFunc(slices.Concat(r.Techniques, r.Cells), func(j guard.Judgement) bool { return j.P > 1-stats.Confidence }))
}

// guardFormats are the functions that write a comparison, by --format.
var guardFormats = map[string]func(io.Writer, *guard.Comparison) error{
	"text": func(w io.Writer, r *guard.Comparison) error {
		return show(w, r, func(t columns.Table) string { return t.Terminal(cli.Width(w)) })
	},
	"markdown": func(w io.Writer, r *guard.Comparison) error { return show(w, r, columns.Table.Markdown) },
	"bmf": func(w io.Writer, r *guard.Comparison) error {
		all := bmf.Report{}
		for _, j := range slices.Concat(r.Techniques, r.Cells) {
			all.Add(j.Name(), "head-by-base", j.Ratio)
		}
		return all.Write(w)
	},
}

// show prints a comparison, with a table of its differences.
func show(out io.Writer, r *guard.Comparison, render func(columns.Table) string) error {
	t, rendered := differences(r), "No cell differs significantly."
	switch {
	case len(r.Cells) == 0:
		rendered = "No cell has values enough to be compared."
	case len(t.Rows) > 0:
		rendered = render(t)
	}
	worst := 0.0 // noise
	if len(r.Cells) == 0 {
		worst = math.Inf(1)
	}
	for _, j := range r.Cells {
		worst = math.Max(worst, j.Noise)
	}
	fmt.Fprintf(out, "%d cells, %d rounds, threshold %g %%, A/A noise up to %s\n\n%s\n",
		len(r.Cells), r.Rounds, 100*r.Threshold, noise(worst), rendered)
	for _, omitted := range []struct {
		why   string
		cells []string
	}{{"Only in base, not compared", r.OnlyInBase}, {"Only in head, not compared", r.OnlyInHead}, {"Too few rounds, not judged", r.Unjudged}} {
		if len(omitted.cells) > 0 {
			fmt.Fprintf(out, "\n%s: %s\n", omitted.why, strings.Join(omitted.cells, ", "))
		}
	}
	return nil
}

// ratio formats the ratio of head to base with its interval, if that is finite.
func ratio(j *guard.Judgement) string {
	if math.IsInf(j.Ratio.Hi, 1) {
		return fmt.Sprintf("%.3f", j.Ratio.Median)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f]", j.Ratio.Median, j.Ratio.Lo, j.Ratio.Hi)
}

// noise formats an A/A noise, the logarithm of a ratio. It is infinite if the reference has values in too few rounds.
func noise(log float64) string {
	if math.IsInf(log, 1) {
		return "? (too few rounds to tell)"
	}
	return fmt.Sprintf("%.1f %%", 100*math.Expm1(log))
}

// verdict returns the words for a cell's or a technique's verdict in the table.
func verdict(j *guard.Judgement) string {
	switch {
	case j.Accept:
		return "slower, accepted by a commit"
	case j.Regression() && j.Confirmation != nil:
		return "SLOWER, confirmed: " + ratio(j.Confirmation)
	case j.Regression():
		return "SLOWER, unconfirmed"
	case j.Slower: // it was measured again, as it would be a regression without a confirmation
		return fmt.Sprintf("slower at first; again %s, p %.2g, noise %s: not confirmed", ratio(j.Confirmation), j.Confirmation.P, noise(j.Confirmation.Noise))
	case j.Ratio.Median > 1:
		return "slower, within threshold or noise"
	}
	return "faster"
}
