package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/pack"
	"github.com/slidebench/slidebench/magic/search/state"
)

func packCommand() *cobra.Command {
	var form, shift, path, from string
	var seed uint64
	var limit time.Duration
	var tries int
	c := &cobra.Command{
		Use:   "pack",
		Short: "Pack the slots of all squares into one table, shorter and shorter",
		Long: `Pack the slots of all squares into one table, shorter and shorter.

The best set so far is the state file. It can be verified and exported like any file of factors, at any time, and
the same command goes on from it. What else is known of the squares is not kept, and found again. It says which command
made it, of how many tries, in how many runs, and with which seeds if they differ.`,
		Example: `  findmagic pack --form black --shift fixed --state black.csv --time 8h
  findmagic pack --form white --shift variable --state white.csv --tries 1000 --seed 2`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var o pack.Options
			var err error
			if o.Form, err = factors.ParseForm(form); err != nil {
				return err
			}
			if o.Variable, err = pack.ParseShift(shift); err != nil {
				return err
			}
			o.Seed = seed
			switch {
			case path == "":
				return errors.New("--state: want a file: it is what the best set is kept in")
			case limit < 0:
				return fmt.Errorf("--time %v (want at least 0)", limit)
			case c.Flags().Changed("tries") && tries < 1:
				return fmt.Errorf("--tries %d (want at least 1)", tries)
			}
			return packState(c, o, path, from, limit, tries)
		},
	}
	c.Flags().StringVar(&form, "form", "black", "how an index is made: white or black")
	c.Flags().StringVar(&shift, "shift", "fixed", "fixed: 52 for rooks and 55 for bishops; variable: every square has its own")
	c.Flags().StringVar(&path, "state", "", "file of the best set so far, from which to go on")
	c.Flags().StringVar(&from, "from", "", "set to begin from where there is no state yet (default nothing)")
	c.Flags().Uint64Var(&seed, "seed", 1, "the same seed finds the same set after as many tries")
	c.Flags().DurationVar(&limit, "time", 0, "stop after this time (default never)")
	c.Flags().IntVar(&tries, "tries", 0, "stop after so many tries, those of the state included (default never)")
	if err := c.MarkFlagRequired("state"); err != nil {
		panic(err)
	}
	return c
}

// packState packs from a state, or else a set, or else nothing, and keeps the state. No tries are no limit.
func packState(c *cobra.Command, o pack.Options, path, from string, limit time.Duration, tries int) error {
	keeper, text, err := state.Open(path, "pack")
	if err != nil {
		return err
	}
	r := pack.Record{Options: o, Runs: 1, Set: &factors.Set{}}
	switch {
	case text != nil:
		if r, err = pack.ReadRecord(text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if want := (pack.Record{Options: o}); r.Name() != want.Name() {
			return fmt.Errorf("%s: the state of packing %s (want %s)", path, r.Name(), want.Name())
		}
	case from != "":
		set, err := readSet(from, o.Form.String())
		if err != nil {
			return err
		}
		r.Begin(from, set)
	}
	left := -1 // as the packer says for no limit
	if tries > 0 {
		left = max(0, tries-r.Tries)
	}
	p, err := pack.New(o, r.Set, r.Tries)
	if err != nil {
		return err
	}

	var mu sync.Mutex // guards r, which is saved while the packer changes it
	source, cpu := r.Set.Source, r.CPU-state.CPUTime().Seconds()
	if left == 0 && r.Set.Complete() {
		return tellPacked(c, p)
	}
	if text != nil {
		r.GoOn(o.Seed)
	}
	told, words := time.Now(), 0
	progress := func() {
		mu.Lock()
		defer mu.Unlock()
		r.Set, r.Tries = p.Best(), p.Tries()
		r.Set.Source = source
		if r.Set.Complete() && p.Words() != words && time.Since(told) > time.Second {
			told, words = time.Now(), p.Words()
			fmt.Fprintf(c.ErrOrStderr(), "%d tries: %d words\n", r.Tries, p.Words())
		}
	}
	snapshot := func() []byte {
		mu.Lock()
		defer mu.Unlock()
		r.CPU = cpu + state.CPUTime().Seconds()
		return r.Text()
	}
	err = keeper.Run(c.Context(), limit, func(ctx context.Context) error { return p.Run(ctx, left, progress) }, snapshot)
	if !p.Best().Complete() {
		return err
	}
	show, err := outcome(c.Context(), err)
	if show {
		err = errors.Join(err, tellPacked(c, p))
	}
	return err
}

func tellPacked(c *cobra.Command, p *pack.Packer) error {
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d words after %d tries\n", p.Words(), p.Tries())
	return err
}
