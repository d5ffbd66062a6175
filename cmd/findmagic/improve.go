package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

// limits has the flags that bound a search and name the file of its state.
type limits struct {
	state string
	time  time.Duration
	tries int // in all, tries of earlier runs included
}

// addFlags adds the flags, with a default of --tries and its description.
func (l *limits) addFlags(c *cobra.Command, tries int, usage string) {
	c.Flags().StringVar(&l.state, "state", "", "file that keeps the search; the search resumes from it")
	c.Flags().DurationVar(&l.time, "time", 0, "stop after this time (default never)")
	c.Flags().IntVar(&l.tries, "tries", tries, usage)
}

// check returns an error for limits out of range.
func (l *limits) check(c *cobra.Command) error {
	switch {
	case l.time < 0:
		return fmt.Errorf("--time %v (want at least 0)", l.time)
	case l.tries < 1 && c.Flags().Changed("tries"): // without the flag, 0 tries of pack are no limit
		return fmt.Errorf("--tries %d (want at least 1)", l.tries)
	}
	return nil
}

// improver is a search that improves a set, try by try.
type improver interface {
	Run(ctx context.Context, tries int, each func()) error // makes so many more tries, in package pack without end if below 0, and calls each after every try
	Best() *factors.Set                                    // the best set so far, which later tries never change; in package pack it has no source
	Tries() int                                            // those of earlier runs included
	Words() int                                            // the length of the best set's table
}

// open opens the state of a search and returns its record, or asked if there is no state yet. A state of a command that differs from asked is an error.
func (l *limits) open(kind string, asked state.Record) (k *state.Keeper, r *state.Record, resumed bool, err error) {
	k, text, err := state.Open(l.state, kind)
	if err != nil || text == nil {
		return k, &asked, false, err
	}
	r, err = state.ReadRecord(text)
	if err == nil && r.Command != asked.Command {
		err = fmt.Errorf("the state of %s (want %s)", r.Command, asked.Command)
	}
	if err != nil {
		k.Close()
		err = fmt.Errorf("%s: %w", l.state, err)
	}
	return k, r, true, err
}

// improve makes the remaining tries, saves the record meanwhile, and reports new lengths of the table, at most one in a second. Its error is the reason for an early end.
func (l *limits) improve(c *cobra.Command, keeper *state.Keeper, r *state.Record, search improver) error {
	left := -1 // no limit
	if l.tries > 0 {
		left = max(0, l.tries-r.Tries)
	}
	source, before := r.Set.Source, r.CPU // before this run; r.Text writes the source behind the record, so each new set of r gets it
	reported, words := time.Now(), 0
	var mutex sync.Mutex // guards the record
	each := func() {
		mutex.Lock()
		defer mutex.Unlock()
		best := *search.Best()
		best.Source = source
		r.Set, r.Tries = &best, search.Tries()
		if now := search.Words(); now != words && time.Since(reported) > time.Second {
			reported, words = time.Now(), now
			fmt.Fprintf(c.ErrOrStderr(), "%d words after %d tries\n", words, r.Tries)
		}
	}
	each()
	text := func() []byte {
		mutex.Lock()
		defer mutex.Unlock()
		r.CPU = before + state.CPUTime().Seconds()
		return r.Text()
	}
	defer text() // sets r.CPU even if no state is saved
	return keeper.Run(c.Context(), l.time, func(ctx context.Context) error { return search.Run(ctx, left, each) }, text)
}

// outcome decides how a command ends whose search has a set and stopped with err: whether to show the set, and which error to return. The end of --time is fine, because
// the user asked for it. After an interruption the set is shown, too, but the error stays.
func outcome(ctx context.Context, err error) (show bool, _ error) {
	if err == nil || errors.Is(err, state.ErrTime) {
		return true, nil
	}
	return interrupted(ctx, err), err
}
