package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

func mergeCommand() *cobra.Command {
	var o output
	c := &cobra.Command{
		Use:   "merge STATE...",
		Short: "Join the magics that the shards of a search have found",
		Long: `Join the states of the shards of a search, or of searches for different squares, to one
set. All must have the same form, layout, generator, seed and bits.

merge exits 1 and writes nothing if a square has no magic yet or is in no state.`,
		Example: `  findmagic search --seed 1 --shard 0/2 --state 0.state -o 0.csv
  findmagic search --seed 1 --shard 1/2 --state 1.state -o 1.csv
  findmagic merge 0.state 1.state -o set.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check("", args...); err != nil {
				return err
			}
			var searches []*search.Search
			for _, path := range args {
				text, err := state.Load(path, "search")
				if err != nil {
					return err
				}
				s, err := search.Parse(text)
				if err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
				searches = append(searches, s)
			}
			set, missing, which, err := search.Merge(searches)
			if err != nil {
				return fmt.Errorf("%s: %w", args[which], err)
			}
			if len(missing) > 0 {
				return cli.Answer(fmt.Errorf("no magic yet for %s", search.Names(missing)))
			}
			return o.write(c, set, set.Source)
		},
	}
	o.addFlags(c)
	return c
}
