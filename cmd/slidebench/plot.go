package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/plot"
)

func plotCommand() *cobra.Command {
	var opt plot.Options
	var dir string
	var s shown
	c := &cobra.Command{
		Use:   "plot FILE... -o DIR",
		Short: "Draw result files: search, times, table sizes, latency",
		Long: `plot draws, for each machine at its highest GOAMD64 level and in C, the times of all
techniques in every mode, time over table size, and throughput against latency.

With --post it draws pictures for a page or a post instead, of 1200 x 675 pixels and
readable at half that size: the speed of an engine's search against the reference
technique, the time of a lookup, time over table size, and the search speeds of several
machines side by side. --post=search,size draws only these two kinds. The pictures show at
most 15 techniques: the reference, the fastest of each family, and the fastest of the
rest, or those that --technique names. plot prints each picture as a line of Markdown
with its alternative text.

--technique, --piece, --mode and --build draw a part of the files.`,
		Example: `  slidebench plot --post -o plots results/*/*.txt.gz
  slidebench plot --post=machines --theme dark --format svg,png --technique fancymagic,pext,quintessence -o plots results/*/*.txt.gz
  slidebench plot -o plots --piece queen --mode latency --width 1200 results/*/*.txt.gz`,
		Args: wantFiles,
		RunE: func(c *cobra.Command, paths []string) error {
			files, err := readResults(paths)
			if err != nil {
				return err
			}
			if files, err = s.tables(files); err != nil {
				return err
			}
			opt.Techniques = s.techniques
			opt.AllLevels = opt.AllLevels || len(s.builds) > 0 // builds that are named are drawn, whatever their level
			written, err := plot.Write(dir, files, opt)
			if err != nil {
				return err
			}
			for _, file := range written {
				line := file.Path
				if len(opt.Post) > 0 {
					line = fmt.Sprintf("![%s](%s)", file.Alt, file.Path)
				}
				if _, err := fmt.Fprintln(c.OutOrStdout(), line); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&dir, "output", "o", "", "folder to draw into")
	f.BoolVar(&opt.Force, "force", false, cli.ForceUsage)
	s.flags(c)
	f.StringSliceVar(&opt.Formats, "format", nil, strings.Join(plot.Formats, ", ")+" (default svg)")
	f.StringSliceVar(&opt.Post, "post", nil, "pictures for a page or a post, of 1200 x 675 pixels and at most 15 techniques: "+strings.Join(plot.PostKinds, ", "))
	f.Lookup("post").NoOptDefVal = strings.Join(plot.PostKinds, ",")
	f.StringVar(&opt.Title, "title", "", "headline of the pictures")
	f.IntVar(&opt.Width, "width", plot.DefaultWidth, "width in pixels")
	f.StringVar(&opt.Theme, "theme", "light", "light or dark")
	f.BoolVar(&opt.AllLevels, "all-levels", false, "every GOAMD64 level, not only the highest")
	c.MarkFlagsMutuallyExclusive("post", "width")
	_ = c.MarkFlagRequired("output") // fails only if the flag is not defined
	return c
}
