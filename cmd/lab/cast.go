package main

import (
	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/internal/lab/cast"
)

func castCommand() *cobra.Command {
	var out, title string
	c := &cobra.Command{
		Use:   "cast COMMAND...",
		Short: "Run commands and draw what they print as an animated picture",
		Long: `cast runs each command line by a shell and draws what it prints as an animated SVG. Waiting is
cut short. Whoever wants no motion sees the last command's screen.`,
		Example: "  lab cast -o cast.svg 'slidebench list'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			var screens []cast.Screen
			for _, line := range args {
				s, err := cast.Record(c.Context(), line, castColumns)
				if err != nil {
					return err
				}
				screens = append(screens, s)
			}
			return atomicfile.Write(out, cast.SVG(title, screens, castColumns, castRows))
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "file to write")
	c.Flags().StringVar(&title, "title", "", "what the picture shows, in words")
	_ = c.MarkFlagRequired("output")
	return c
}

// The size, in characters, of the terminal that cast draws.
const castColumns, castRows = 88, 26
