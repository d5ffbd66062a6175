package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/engines/study"
	"github.com/slidebench/slidebench/internal/harness/cards"
	"github.com/slidebench/slidebench/internal/harness/plot"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/input"
	"github.com/slidebench/slidebench/internal/markdown"
	"github.com/slidebench/slidebench/internal/tracked"
)

func reportCommand() *cobra.Command {
	var opt report.Options
	var out, page, plots string
	var force bool
	var s shown
	c := &cobra.Command{
		Use:   "report FILE...",
		Short: "Say which technique makes an engine's search fastest, and why",
		Long: `report says for each language of a machine which techniques to take, and how many more
nodes an engine searches with them in the same time than with the reference. Then it says
how sure that is, and which techniques are the fastest in loops. With several files it
compares the machines.

With --all every table of the files follows: the techniques ranked by their median, with
95 % intervals in cycles, the median in nanoseconds, the ratio to the reference, and who is
tied with the fastest. Tables of several files stand side by side. --technique, --piece,
--mode and --build show only a part of these tables, which the title names. Ranks are then
ranks in that part. The reference stays, for ratios and noise. CSV has a line for each
technique and language, or with one of these flags for each row of a table.

With --update PAGE it writes the summary of the machines in a Markdown page anew instead, between
the lines "` + summaryBegin + `" and "` + summaryEnd + `".`,
		Example: `  slidebench report results/*/*.txt.gz
  slidebench report --technique fancymagic,pext,quintessence --piece queen --mode latency --build v3 results/*/*.txt.gz
  slidebench report --format html -o report.html results/*/*.txt.gz`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			if !slices.Contains(report.Formats, opt.Format) {
				return fmt.Errorf("unknown format %q (want %s)", opt.Format, strings.Join(report.Formats, ", "))
			}
			if out != "" && !force {
				if err := atomicfile.RefuseOverwrite(out, report.Mark(opt.Format).Match); err != nil {
					return err
				}
			}
			files, err := readResults(paths)
			if err != nil {
				return err
			}
			if page != "" {
				return summarise(files, page, plots)
			}
			if files, err = s.tables(files); err != nil {
				return err
			}
			opt.Shown = s.String()
			opt.Width = cli.Width(c.OutOrStdout())
			opt.Command = "slidebench report --format " + opt.Format + flags(plots, opt) + s.args()
			for _, file := range paths {
				opt.Command += " " + shellWord(file)
			}
			if out == "" && opt.Format == "text" {
				opt.Command = "" // the terminal shows the command above
			}
			if plots+opt.CSV != "" && opt.Format != "markdown" {
				return fmt.Errorf("--plots and --csv are for the format markdown (format %s has no links)", opt.Format)
			}
			if plots != "" {
				draw := plot.Options{Techniques: s.techniques, AllLevels: len(s.builds) > 0}
				if opt.Shown == "" && !opt.All {
					draw.Post = []string{"search", "size"}
				}
				pictures, err := plot.Pictures(files, draw)
				if err != nil {
					return err
				}
				for _, p := range pictures {
					_, err := os.Stat(filepath.Join(filepath.Dir(out), filepath.FromSlash(plots), p.Name+"-dark.svg"))
					opt.Plots = append(opt.Plots, report.Plot{Title: p.Alt, Path: path.Join(plots, p.Name+".svg"), Dark: out != "" && err == nil}) // without -o nobody knows the page's folder
				}
			}
			if opt.Format == "html" {
				if opt.Cards, err = cards.All(); err != nil {
					return err
				}
				if opt.Front, err = study.Front(files); err != nil {
					return err
				}
				opt.Published = func(file string) bool {
					found, err := tracked.Glob(file)
					return err == nil && len(found) > 0 && strings.HasPrefix(filepath.ToSlash(file), "results/") // git tracks it, and its path begins at the checkout's root
				}
			}
			s.rows(files) // after the pictures, for which package plot chooses the techniques
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
	f.StringVar(&opt.Format, "format", "text", strings.Join(report.Formats, ", "))
	f.BoolVar(&opt.All, "all", false, "show every table of the files, ranked, after the answer")
	s.flags(c)
	f.StringVar(&plots, "plots", "", "folder of the pictures of plot --post=search,size, seen from the page, which shows them, and on dark screens those of --theme dark that are there (with --all or a part of the files: those of plot); "+
		"with --update: the picture of plot --post=machines")
	f.StringVar(&opt.CSV, "csv", "", "file of report --format csv, seen from the page, which links it")
	f.StringVarP(&out, "output", "o", "", "file to write instead of standard output")
	f.BoolVar(&force, "force", false, cli.ForceUsage)
	f.StringVar(&page, "update", "", "Markdown page whose summary of the machines to write anew")
	c.MarkFlagsMutuallyExclusive("output", "update")
	for _, other := range []string{"format", "all", "csv", "technique", "piece", "mode", "build"} {
		c.MarkFlagsMutuallyExclusive(other, "update")
	}
	return c
}

// plainWord matches a word that needs no quotes in a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+=,~*-]+$`)

// shellWord returns a text as a word of a command line, in quotes if it needs them.
func shellWord(text string) string {
	if plainWord.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// flags returns the flags of report that a printed command line repeats.
func flags(plots string, opt report.Options) (args string) {
	if plots != "" {
		args += " --plots " + plots
	}
	if opt.CSV != "" {
		args += " --csv " + opt.CSV
	}
	if opt.All {
		args += " --all"
	}
	return args
}

// The lines of a page around the generated summary.
const (
	summaryBegin = "<!-- slidebench report --update -->"
	summaryEnd   = "<!-- end of slidebench report -->"
)

// summarise writes a summary of some files' machines into a page, with a picture of their search speeds if its path is not "".
func summarise(files []*results.File, page, picture string) error {
	text, err := input.ReadFound(page, input.Most)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(text), summaryBegin+"\n")
	_, after, ends := strings.Cut(rest, summaryEnd)
	if !begins || !ends {
		return fmt.Errorf("%s lacks the lines %q and %q", page, summaryBegin, summaryEnd)
	}
	front, err := study.Front(files)
	if err != nil {
		return err
	}
	summary := report.FrontPage(front, files...)
	if len(summary) == 0 {
		return errors.New("nothing to summarise: want a file of a whole machine on which search was measured")
	}
	if picture != "" {
		pictures, err := plot.Pictures(files, plot.Options{Post: []string{"machines"}})
		if err != nil {
			return err
		}
		i := slices.IndexFunc(pictures, func(p plot.Picture) bool { return p.Name+".svg" == path.Base(picture) })
		if i < 0 {
			return fmt.Errorf("plot --post=machines draws no picture %s of these files", path.Base(picture))
		}
		summary = fmt.Appendf(summary, "\n%s\n", markdown.Picture(pictures[i].Alt, strings.TrimSuffix(picture, ".svg")))
	}
	return atomicfile.Write(page, slices.Concat([]byte(before+summaryBegin+"\n"), summary, []byte(summaryEnd+after)))
}
