package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/internal/command"
)

func plotCommand() *cobra.Command {
	var opt plot.Options
	var dir string
	var s shown
	c := &cobra.Command{
		Use:   "plot FILE... -o DIR",
		Short: "Draw result files: times, times against table sizes, throughput against latency",
		Long: `plot draws, for each machine and its feature set, the techniques' times with their
intervals, the times against the size of the tables with the line of those that
nothing beats in both, throughput against latency, PEXT against the rest, many questions
at once, times over the number of lookups between moves and over what crowds the caches
between lookups, and what to use on each feature set, as SVG or PNG. --technique,
--piece, --mode and --build draw a part of the files, and the headlines say which.`,
		Example: `  slidebench plot -o plots results/*/*.txt.gz
  slidebench plot -o plots --piece queen --mode latency --format png results/*/*.txt.gz
  slidebench plot -o plots --technique fancymagic,pext,quintessence --theme dark --width 1200 results/*/*.txt.gz`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			files, err := readAll(paths)
			if err != nil {
				return err
			}
			if files, err = s.tables(files); err != nil {
				return err
			}
			opt.Techniques, opt.Shown = s.techniques, s.String()
			opt.AllLevels = opt.AllLevels || len(s.builds) > 0
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
	f.BoolVar(&opt.Force, "force", false, command.ForceUsage)
	s.flags(c)
	f.StringSliceVar(&opt.Formats, "format", nil, strings.Join(plot.Formats, ", ")+" (default svg)")
	f.BoolVar(&opt.Published, "published", false, "only what published pages show: a queen's times against table sizes")
	f.StringVar(&opt.Title, "title", "", "headline of the pictures")
	f.IntVar(&opt.Width, "width", plot.DefaultWidth, "width in pixels")
	f.StringVar(&opt.Theme, "theme", "light", "light or dark")
	f.BoolVar(&opt.AllLevels, "all-levels", false, "every GOAMD64 level, not only the highest")
	_ = c.MarkFlagRequired("output")
	return c
}
