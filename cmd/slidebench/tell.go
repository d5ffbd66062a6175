package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
)

func readAll(paths []string) ([]*results.File, error) {
	var files []*results.File
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func reportCommand() *cobra.Command {
	var opt report.Options
	var out string
	c := &cobra.Command{
		Use:   "report FILE...",
		Short: "Rank the techniques of result files, with intervals, and say what to use",
		Long: `report ranks the techniques of raw result files for every piece, mode and corpus:
median with its 95 % interval, ratio to the reference technique, and groups of
techniques that cannot be told apart. Several files stand side by side.`,
		Example: `  slidebench report results/*/*.txt
  slidebench report --format html -o report.html results/*/*.txt`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			if !slices.Contains(report.Formats, opt.Format) {
				return fmt.Errorf("unknown format %q (want %s)", opt.Format, strings.Join(report.Formats, ", "))
			}
			files, err := readAll(paths)
			if err != nil {
				return err
			}
			opt.Command = "slidebench report --format " + opt.Format + " " + strings.Join(paths, " ")
			if opt.Format == "html" {
				pictures, err := plot.Pictures(files, plot.Options{})
				if err != nil {
					return err
				}
				for _, p := range pictures {
					opt.Plots = append(opt.Plots, report.Plot{Title: p.Title, SVG: p.SVG()})
				}
			}
			var b bytes.Buffer
			if err := report.Write(&b, files, opt); err != nil {
				return err
			}
			if out != "" {
				return results.WriteFile(out, b.Bytes())
			}
			_, err = c.OutOrStdout().Write(b.Bytes())
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&opt.Format, "format", "table", strings.Join(report.Formats, ", "))
	f.BoolVar(&opt.AllLevels, "all-levels", false, "every GOAMD64 level in the format table, not only the highest")
	f.StringVarP(&out, "output", "o", "", "file to write instead of standard output")
	return c
}

func wantFiles(_ *cobra.Command, paths []string) error {
	if len(paths) == 0 {
		return fmt.Errorf("no result file (want one or more, such as results/*/*.txt)")
	}
	return nil
}

func plotCommand() *cobra.Command {
	var opt plot.Options
	var dir string
	c := &cobra.Command{
		Use:   "plot FILE... -o DIR",
		Short: "Draw result files: times, times against table sizes, throughput against latency",
		Long: `plot draws, for each machine and its feature set, the techniques' times with their
intervals, the times against the size of the tables with the line of those that
nothing beats in both, and throughput against latency, as SVG and PNG.`,
		Example: `  slidebench plot -o plots results/*/*.txt
  slidebench plot -o plots --technique fancymagic,pext,quintessence --theme dark --width 1200 results/*/*.txt`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			files, err := readAll(paths)
			if err != nil {
				return err
			}
			written, err := plot.Write(dir, files, opt)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), strings.Join(written, "\n"))
			return err
		},
	}
	f := c.Flags()
	f.StringVarP(&dir, "output", "o", "", "folder to draw into")
	f.StringSliceVar(&opt.Techniques, "technique", nil, "techniques to draw (default all)")
	f.StringVar(&opt.Title, "title", "", "headline of the pictures")
	f.IntVar(&opt.Width, "width", plot.DefaultWidth, "width in pixels")
	f.StringVar(&opt.Theme, "theme", "light", "light or dark")
	f.BoolVar(&opt.AllLevels, "all-levels", false, "every GOAMD64 level, not only the highest")
	_ = c.MarkFlagRequired("output")
	return c
}
