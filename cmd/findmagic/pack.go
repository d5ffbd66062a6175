package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/pack"
	"github.com/slidebench/slidebench/magic/search/state"
)

// packFlags holds the flags of pack.
type packFlags struct {
	form, shift string
	state, from string
	seed        uint64
	limit       time.Duration
	tries       int // 0 for no limit
}

func packCommand() *cobra.Command {
	var f packFlags
	c := &cobra.Command{
		Use:   "pack",
		Short: "Pack the slots of all squares into one table, shorter and shorter",
		Long: `Pack the slots of all squares into one table, shorter and shorter.

The state file holds the best set so far. verify and export read it like any file
of factors, at any time, and the same command resumes from it. Only the set is
kept: a resumed run finds its other knowledge of the squares again. Comments in
the file name the command, the number of tries and of runs, and the seeds if the
runs had different ones.`,
		Example: `  findmagic pack --form black --shift fixed --state black.csv --time 8h
  findmagic pack --form white --shift variable --state white.csv --tries 1000 --seed 2`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	c.Flags().StringVar(&f.form, "form", "black", "how an index is made: white or black")
	c.Flags().StringVar(&f.shift, "shift", "fixed", "fixed: 52 for rooks and 55 for bishops; variable: every square has its own")
	c.Flags().StringVar(&f.state, "state", "", "file that holds the best set so far; the search resumes from it")
	c.Flags().StringVar(&f.from, "from", "", "set to begin from where there is no state yet (default nothing)")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the same seed finds the same set after as many tries")
	c.Flags().DurationVar(&f.limit, "time", 0, "stop after this time (default never)")
	c.Flags().IntVar(&f.tries, "tries", 0, "stop after so many tries, those of the state included (default never)")
	if err := c.MarkFlagRequired("state"); err != nil {
		panic(err)
	}
	return c
}

// options checks the flags and returns the packer's options.
func (f *packFlags) options(c *cobra.Command) (o pack.Options, err error) {
	if o.Form, err = factors.ParseForm(f.form); err != nil {
		return o, err
	}
	if o.Variable, err = pack.ParseShift(f.shift); err != nil {
		return o, err
	}
	o.Seed = f.seed
	switch {
	case f.state == "":
		err = errors.New("--state: want a file for the best set")
	case f.limit < 0:
		err = fmt.Errorf("--time %v (want at least 0)", f.limit)
	case c.Flags().Changed("tries") && f.tries < 1:
		err = fmt.Errorf("--tries %d (want at least 1)", f.tries)
	}
	return o, err
}

// run packs, saves the state meanwhile, and prints the length of the table.
func (f *packFlags) run(c *cobra.Command) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	keeper, text, err := state.Open(f.state, "pack")
	if err != nil {
		return err
	}
	r, err := f.begin(o, text)
	if err != nil {
		return err
	}
	p, err := pack.New(o, r.Set, r.Tries)
	if err != nil {
		return err
	}
	left := -1 // the packer's number for no limit
	if f.tries > 0 {
		left = max(0, f.tries-r.Tries)
	}
	if left == 0 && r.Set.Complete() {
		return printPacked(c, p)
	}
	k := &packing{
		packer: p, source: r.Set.Source, before: r.CPU - state.CPUTime().Seconds(),
		talk: c.ErrOrStderr(), record: r, reported: time.Now(),
	}
	if text != nil {
		r.GoOn(o.Seed)
	}
	err = keeper.Run(c.Context(), f.limit, func(ctx context.Context) error { return p.Run(ctx, left, k.update) }, k.text)
	if !p.Best().Complete() {
		return err
	}
	show, err := outcome(c.Context(), err)
	if show {
		err = errors.Join(err, printPacked(c, p))
	}
	return err
}

// begin returns the record of the state, or else a record of the set of --from, or else an empty record.
func (f *packFlags) begin(o pack.Options, text []byte) (*pack.Record, error) {
	r := pack.Record{Options: o, Runs: 1, Set: &factors.Set{}}
	switch {
	case text != nil:
		var err error
		if r, err = pack.ReadRecord(text); err != nil {
			return nil, fmt.Errorf("%s: %w", f.state, err)
		}
		if want := (pack.Record{Options: o}); r.Name() != want.Name() {
			return nil, fmt.Errorf("%s: the state of packing %s (want %s)", f.state, r.Name(), want.Name())
		}
	case f.from != "":
		set, err := readSet(f.from, o.Form.String())
		if err != nil {
			return nil, err
		}
		r.Begin(f.from, set)
	}
	return &r, nil
}

// packing keeps the record of a running packer, and reports shorter tables.
type packing struct {
	packer *pack.Packer
	source []string // lines of the record's set that the packer does not know
	before float64  // CPU seconds of earlier runs, less those of this process when the run began
	talk   io.Writer

	mu     sync.Mutex // guards record: text reads it while update changes it
	record *pack.Record

	reported time.Time
	words    int // as reported
}

// update takes over the packer's best set. It reports a shorter table, at most once a second.
func (k *packing) update() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.record.Set, k.record.Tries = k.packer.Best(), k.packer.Tries()
	k.record.Set.Source = k.source
	if words := k.packer.Words(); k.record.Set.Complete() && words != k.words && time.Since(k.reported) > time.Second {
		k.reported, k.words = time.Now(), words
		fmt.Fprintf(k.talk, "%d tries: %d words\n", k.record.Tries, words)
	}
}

// text returns the text of the state.
func (k *packing) text() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.record.CPU = k.before + state.CPUTime().Seconds()
	return k.record.Text()
}

func printPacked(c *cobra.Command, p *pack.Packer) error {
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d words after %d tries\n", p.Words(), p.Tries())
	return err
}
