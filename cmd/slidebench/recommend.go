package main

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	"github.com/slidebench/slidebench/internal/columns"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/temporary"
)

// quickBudget is the time that recommend measures by default. The help rounds it to 45 seconds.
const quickBudget = 44 * time.Second

func recommendCommand() *cobra.Command {
	o := benchOptions{Request: run.Request{Quick: true}}
	var format string
	var own guests
	c := &cobra.Command{
		Use:   "recommend [FILE...]",
		Short: "Say which technique to use on this machine, and what to import",
		Long: `recommend says for each language which technique to take: with this processor's features, on
any processor, with small tables, and without tables. It shows the speed of an engine's search
and of perft against the reference, and the line that imports the technique. Of the
techniques tied for the fastest search and near it (at most 5 % slower, and surely at most
10 %), and in perft within 3 % of the best of these, it takes the one with the smallest
tables, then the fewest needed features, then the least code. Techniques with values in fewer
than six rounds have no interval, and are never taken; those that may be faster are named. An
answer needs an interval of the reference and of three other techniques. Where none stands,
the exit status is 2, unless fewer rounds were asked for.

With result files, the answers come from these. Without files, recommend first prints what was
published for this kind of processor, or for all. Then it measures for about 45 seconds: a build for the machine's highest GOAMD64 level, or, outside a checkout, this program
itself, which has no engine. A first round, which does not count, chooses the contenders. Only
these are measured further, in loops, perft and search; techniques that are named are always
measured. For an answer in C, too, name a build of each: --build v3,c-gcc. For more certainty, measure with bench, and let recommend read its file.`,
		Example: `  slidebench recommend results/*/*.txt.gz
  slidebench recommend --technique fancymagic,quintessence --rounds 1 --time 1ms`,
		RunE: func(c *cobra.Command, paths []string) error {
			if !slices.Contains(report.AdviceFormats, format) {
				return fmt.Errorf("unknown format %q (want %s)", format, strings.Join(report.AdviceFormats, ", "))
			}
			if len(paths) > 0 {
				if err := onlyFlags(c, "format"); err != nil {
					return err
				}
				files, err := readResults(paths)
				if err != nil {
					return err
				}
				if err := report.WriteAdvice(c.OutOrStdout(), files, format, cli.Width(c.OutOrStdout())); err != nil {
					return err
				}
				for _, f := range files {
					if stands, _ := report.Answered(f); stands > 0 {
						return nil
					}
				}
				return noAnswer(files[0].Reference)
			}
			_, leave, err := own.enter(c, "", &o.Techniques) // "": no base, so that there is no tree of it
			defer leave()
			if err != nil {
				return err
			}
			o.published = func() {
				if format == "text" && len(o.Techniques) == 0 && len(machine.Hidden()) == 0 { // published answers choose among all techniques, with all features
					printPublished(c.OutOrStdout(), publishedRows, machine.Detect(), cli.Width(c.OutOrStdout()))
				}
			}
			f, err := o.advise(c)
			if err != nil {
				return err
			}
			return report.WriteAdvice(c.OutOrStdout(), []*results.File{f}, format, cli.Width(c.OutOrStdout()))
		},
	}
	own.flags(c)
	measuring.SetupFlags(c, &o.Flags.Setup)
	f := c.Flags()
	f.StringSliceVar(&o.Techniques, "technique", nil, "techniques to choose from (default all that are available)")
	f.IntVar(&o.Flags.Rounds, "rounds", 0, "rounds to measure (default: as many as the budget has room for)")
	f.DurationVar(&o.Flags.Budget, "budget", quickBudget, "choose --rounds so that measuring takes about this long")
	measuring.CapFlag(c, &o.Flags.Cap, 4*time.Minute)
	f.StringSliceVar(&o.Builds, "build", nil, "builds to measure, as bench names them, such as c-gcc (default: the highest GOAMD64 level)")
	f.StringVar(&format, "format", "text", strings.Join(report.AdviceFormats, ", "))
	c.MarkFlagsMutuallyExclusive("rounds", "budget")
	return c
}

// onlyFlags returns an error if the user has given any flag that names does not have. It serves guard, too: beside result files, flags about measuring would be ignored.
func onlyFlags(c *cobra.Command, names ...string) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(names, f.Name) {
			err = fmt.Errorf("unexpected --%s beside result files, which are not measured again", f.Name)
		}
	})
	return err
}

// noAnswer returns the error for measurements from which no answer follows.
func noAnswer(reference string) error {
	return fmt.Errorf("no answer: nowhere have %s and %d other techniques values in %d rounds", reference, report.Contenders, stats.MinRounds)
}

// advise measures what advice needs, and returns the results. It removes their file, unless no answer follows because values are missing or the user has interrupted the
// run: then bench --resume can continue it.
func (o *benchOptions) advise(c *cobra.Command) (*results.File, error) {
	temp, err := temporary.Folder()
	if err != nil {
		return nil, fmt.Errorf("%w (name another folder by TMPDIR)", err)
	}
	defer temporary.Remove(temp)
	o.out, o.aside = filepath.Join(temp, "measured.txt"), true
	m, err := o.bench(c)
	if _, gone := os.Stat(o.out); gone == nil && (err != nil || len(m.Record.Missing) > 0) { // else bench has discarded the file, or it is complete
		var whole bool
		if whole, err = checkAnswers(c, m, o.out, err); !whole && err != nil { // no answer stands
			rescued, failed := rescue(o.out)
			if failed == nil {
				fmt.Fprintf(c.ErrOrStderr(), "go on with: slidebench bench --resume %s && slidebench recommend %[1]s\n", shellWord(rescued))
			}
			return nil, errors.Join(err, failed)
		}
	}
	if err != nil {
		return nil, err
	}
	files, err := readAll([]string{o.out})
	if err != nil {
		return nil, errors.Join(errors.New("the results cannot be read back"), err)
	}
	f := files[0]
	f.Name = "measured now"
	f.Finished = cmp.Or(f.Finished, time.Now().UTC().Format(time.RFC3339)) // the file is removed, so the run cannot be resumed
	f.Aside = func(technique string) bool { return !o.Eligible(technique) }
	return f, nil
}

// rescue moves a raw file and its record out of their temporary folder into the folder around it, and returns the new path.
func rescue(raw string) (to string, err error) {
	to = filepath.Join(filepath.Dir(filepath.Dir(raw)), time.Now().UTC().Format("slidebench-recommend-2006-01-02T150405Z.txt"))
	return to, errors.Join(os.Rename(raw, to), os.Rename(results.RecordPath(raw), results.RecordPath(to)))
}

// publishedRows has the techniques to take by the published results. Its first column is the machine, "" for all together, and its second the date. report.Published
// writes the file.
//
//go:embed published.csv
var publishedRows string

// printPublished prints the published answers for machines with the microarchitecture of here, or else for all machines.
func printPublished(w io.Writer, published string, here machine.Fingerprint, width int) {
	rows, err := csv.NewReader(strings.NewReader(published)).ReadAll()
	if err != nil || len(rows) < 2 {
		return // nothing is published
	}
	// A machine's name ends with its microarchitecture, and perhaps "-vm"; the "-" before it is compared, too, so that only whole words match.
	kind := "-" + strings.ReplaceAll(strings.ToLower(here.Microarchitecture), " ", "-")
	of, names := map[string][][]string{}, []string{} // rows by machine, and machines in order
	for _, row := range rows[1:] {
		if of[row[0]] == nil {
			names = append(names, row[0])
		}
		of[row[0]] = append(of[row[0]], row)
	}
	like := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasSuffix("-"+strings.TrimSuffix(name, "-vm"), kind) })
	if len(like) == 0 {
		like = names[:1] // "", whose rows report.Published writes first
	}
	for _, name := range like {
		list, head := of[name], fmt.Sprintf("Published for %s, measured on %s", name, of[name][0][1])
		if name == "" {
			head = fmt.Sprintf("Published for %d machines, none of them of this kind (%s)", len(names)-1, here.Microarchitecture)
		}
		fmt.Fprintln(w, columns.Wrap(head+": nodes in the same time, compared with fancymagic.", width))
		var shown []columns.Column[[]string]
		for i, h := range rows[0][2:] {
			if at := strings.LastIndex(h, ", "); strings.HasSuffix(h, " machine") || strings.HasSuffix(h, " machines") {
				h = h[:at] // without the number of machines, before which report.Published always writes a comma
			}
			// Columns are language, CPU, technique, kind, tables, and results by hand, by a network and in our search, or further kinds of results. DropOrder 1 goes first, 0 last.
			shown = append(shown, columns.Column[[]string]{Head: h, DropOrder: []int{5, 0, 0, 1, 3, 4, 2, 0}[min(i, 7)], Read: func(row []string) columns.Value { return columns.Word(row[i+2]) }})
		}
		fmt.Fprintf(w, "%s\n\n", columns.Of(shown, list).Terminal(width))
	}
}
