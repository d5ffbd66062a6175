package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/pack"
	"github.com/slidebench/slidebench/internal/findmagic/state"
	"github.com/slidebench/slidebench/internal/names"
)

// packFlags has the flags of pack.
type packFlags struct {
	limits
	form, shift, from string
	seed              uint64
}

func packCommand() *cobra.Command {
	var f packFlags
	c := &cobra.Command{
		Use:   "pack",
		Short: "Pack the slots of all squares into one table, shorter and shorter",
		Long: `Pack the slots of all squares into one table, shorter and shorter.

--state names the file of the best set so far. verify and export read it like any set, at
any time, and the same command resumes from it. Its comments name the command, the
tries, the runs, and the seeds if runs had different ones.`,
		Example: `  findmagic pack --form black --shift fixed --state black.csv --time 8h
  findmagic pack --form white --shift variable --state white.csv --tries 1000 --seed 2`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	c.Flags().StringVar(&f.form, "form", "black", "how an index is made: white or black")
	c.Flags().StringVar(&f.shift, "shift", "fixed", "fixed: 52 for rooks and 55 for bishops; variable: every square has its own")
	c.Flags().StringVar(&f.from, "from", "", "set to begin from where there is no state yet (default nothing)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the same seed finds the same set after as many tries")
	f.addFlags(c, 0, "stop after so many tries, those of the state included (default never)")
	if err := c.MarkFlagRequired("state"); err != nil {
		panic(err)
	}
	return c
}

// run packs, saves the state meanwhile, and prints the length of the table.
func (f *packFlags) run(c *cobra.Command) error {
	form, err := factors.ParseForm(f.form)
	if err != nil {
		return err
	}
	variable, err := names.Parse[int]("shift", f.shift, []string{"fixed", "variable"})
	if err != nil {
		return err
	}
	if f.state == "" {
		return errors.New("--state: want a file for the best set")
	}
	if err := f.check(c); err != nil {
		return err
	}
	asked := state.Record{Command: fmt.Sprintf("findmagic pack --form %v --shift %s", form, f.shift), Seed: f.seed, Runs: 1, Set: &factors.Set{}} // Runs is 1 here, because Begin, which else sets it, is called with --from only
	keeper, r, resumed, err := f.open("pack", asked)
	if err != nil {
		return err
	}
	defer keeper.Close()
	if f.from != "" && !resumed {
		set, err := readSet(f.from, form.String())
		if err != nil {
			return err
		}
		r.From = f.from
		r.Begin(set)
	}
	p, err := pack.New(pack.Options{Form: form, Variable: variable == 1, Seed: f.seed}, r.Set, r.Tries)
	if err != nil {
		return err
	}
	if done := f.tries > 0 && r.Tries >= f.tries && r.Set.Complete(); !done { // without tries left, Run still finds the magics that the set lacks
		if resumed {
			r.Resume(f.seed)
		}
		err = f.improve(c, keeper, r, p)
	}
	if !p.Best().Complete() { // it ended before every square had a magic
		return err
	}
	show, err := outcome(c.Context(), err)
	if show {
		_, failed := fmt.Fprintf(c.OutOrStdout(), "%d words after %d tries\n", p.Words(), p.Tries())
		err = errors.Join(err, failed)
	}
	return err
}
