package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/command"
)

func reportCommand() *cobra.Command {
	var opt report.Options
	var out, into, plots string
	var force bool
	var s shown
	c := &cobra.Command{
		Use:   "report FILE...",
		Short: "Rank the techniques of result files, with intervals, and say what to use",
		Long: `report ranks the techniques of raw result files for every piece, mode and corpus:
median with its 95 % interval in cycles and in nanoseconds, ratio to the reference
technique, and who is shown to be equivalent to the fastest. Several files stand side
by side. It also answers whether PEXT is still the fastest, how fast many questions are
answered at once, and what to use on each feature set.

--technique, --piece, --mode and --build show a part of the files, and the title says which:
ranks and advice are then among what is shown. The reference stays, for ratios and noise.

With --into PAGE it writes a summary of the machines into a Markdown page instead, between the
lines "` + summaryBegin + `" and "` + summaryEnd + `".`,
		Example: `  slidebench report results/*/*.txt.gz
  slidebench report --technique fancymagic,pext,quintessence --piece queen --mode latency --build v3 results/*/*.txt.gz
  slidebench report --format html -o report.html results/*/*.txt.gz`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			if !slices.Contains(report.Formats, opt.Format) {
				return fmt.Errorf("unknown format %q (want %s)", opt.Format, strings.Join(report.Formats, ", "))
			}
			if out != "" && !force {
				if err := atomicfile.Spare(out, report.Mark(opt.Format).Match); err != nil {
					return err
				}
			}
			files, err := readAll(paths)
			if err != nil {
				return err
			}
			if into != "" {
				return summarise(files, into)
			}
			if files, err = s.tables(files); err != nil {
				return err
			}
			opt.Shown = s.String()
			opt.AllLevels = opt.AllLevels || len(s.builds) > 0
			opt.Width = terminalWidth(c.OutOrStdout())
			opt.Command = "slidebench report --format " + opt.Format + linked(plots) + shortened(opt.Short) + s.args() + " " + strings.Join(paths, " ")
			if plots != "" && opt.Format != "markdown" {
				return fmt.Errorf("--plots is for the format markdown (format %s has no links)", opt.Format)
			}
			if plots != "" {
				pictures, err := plot.Pictures(files, plot.Options{Techniques: s.techniques, Shown: opt.Shown, AllLevels: len(s.builds) > 0, Published: opt.Short})
				if err != nil {
					return err
				}
				for _, p := range pictures {
					opt.Plots = append(opt.Plots, report.Plot{Title: p.Title, Path: path.Join(plots, p.Name+".svg")})
				}
			}
			if opt.Format == "html" {
				if opt.Details, err = details(); err != nil {
					return err
				}
			}
			s.rows(files)
			var b bytes.Buffer
			if err := report.Write(&b, files, opt); err != nil {
				return err
			}
			if out != "" {
				return atomicfile.Write(out, b.Bytes())
			}
			_, err = c.OutOrStdout().Write(b.Bytes())
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&opt.Format, "format", "table", strings.Join(report.Formats, ", "))
	f.BoolVar(&opt.AllLevels, "all-levels", false, "every GOAMD64 level in the format table, not only the highest")
	s.flags(c)
	f.BoolVar(&opt.Short, "short", false, "no ranking of single uses and no comparison of languages; of --plots what plot --published draws")
	f.StringVar(&plots, "plots", "", "folder in which plot has drawn the same files, seen from the page: Markdown shows the pictures")
	f.StringVarP(&out, "output", "o", "", "file to write instead of standard output")
	f.BoolVar(&force, "force", false, command.ForceUsage)
	f.StringVar(&into, "into", "", "Markdown page to write a summary of the machines into")
	c.MarkFlagsMutuallyExclusive("output", "into")
	for _, other := range []string{"format", "plots", "short", "technique", "piece", "mode", "build"} {
		c.MarkFlagsMutuallyExclusive(other, "into")
	}
	return c
}

// linked is the flag --plots again.
func linked(plots string) string {
	if plots == "" {
		return ""
	}
	return " --plots " + plots
}

// shortened is the flag --short again.
func shortened(short bool) string {
	if !short {
		return ""
	}
	return " --short"
}

// The lines of a page between which a summary stands.
const (
	summaryBegin = "<!-- slidebench report --into -->"
	summaryEnd   = "<!-- end of slidebench report -->"
)

// summarise writes a summary of the machines of some files into a page.
func summarise(files []*results.File, page string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(text), summaryBegin+"\n")
	_, after, ends := strings.Cut(rest, summaryEnd)
	if !begins || !ends {
		return fmt.Errorf("%s lacks the lines %q and %q", page, summaryBegin, summaryEnd)
	}
	summary := report.FrontPage(files...)
	if len(summary) == 0 {
		return errors.New("nothing to summarise: want a file of a whole machine, with an ordinary build")
	}
	return atomicfile.Write(page, slices.Concat([]byte(before+summaryBegin+"\n"), summary, []byte(summaryEnd+after)))
}
