package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/pack"
	"github.com/slidebench/slidebench/magic/search/state"
)

// searcher is the flags of search.
type searcher struct {
	params         search.Params
	values         map[string]*string // of the flags that are params, by name
	groups         string             // of files, in the torus form
	state          string
	limit          time.Duration
	tries, threads int
	progress       bool
	out            output
}

func searchCommand() *cobra.Command {
	s := searcher{params: search.Params{Layout: search.Fancy, Seed: 1}, values: map[string]*string{}}
	c := &cobra.Command{
		Use:   "search",
		Short: "Find factors from a seed",
		Long: `Find factors from a seed, for all squares or for some.

The same seed finds the same factors, with any number of threads, interrupted or
not. Squares differ in how many candidates they take, from a few to millions;
all that have no factor yet are kept equally far.

With --state, what is found, and where in its stream of candidates every other
square is, stands in a file that is replaced every two seconds and when the
search ends: at Ctrl-C, when the time is up, when the tries are used up. The same
command then goes on, also after a kill. --tries, --time and --threads may change.

In the torus form all rooks share one factor and one range of slots, or those of
each group of files: --groups ab,gh,c,d,e,f. The bishops take white factors.

With --shard i/n, n searches share the work; findmagic merge joins their states.`,
		Example: `  findmagic search --form white --layout fancy --seed 1
  findmagic search --form 32bit --layout fancy --seed 1 --lang go --package magic32
  findmagic search --form torus --seed 1
  findmagic search --piece rook --square e4,f8 --generator ranks --seed 0
  findmagic search --form black --piece bishop --bits 9 --tries 1000000000`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return s.run(c) },
	}
	usage := map[string]string{
		"form":      "how an index is made: white, black, 32bit or torus",
		"layout":    "index bits and offsets: plain, fancy, dense or fixed",
		"generator": "where candidates come from: sparse, ranks or xorshift32",
		"seed":      "the same seed finds the same factors",
		"piece":     "rook, bishop or both",
		"square":    "squares, a1 to h8, separated by commas, or all",
		"bits":      "index bits of every square, or layout for those that the layout has",
		"shard":     "search this of so many parts only, from 0/n to n-1/n",
	}
	for _, f := range s.params.Flags() {
		s.values[f.Name] = c.Flags().String(f.Name, f.Value, usage[f.Name])
	}
	c.Flags().StringVar(&s.groups, "groups", search.AllFiles, "files whose rooks share a factor of the torus form")
	c.Flags().StringVar(&s.state, "state", "", "file to keep the search in, and to go on from")
	c.Flags().DurationVar(&s.limit, "time", 0, "stop after this time (default never)")
	c.Flags().IntVar(&s.tries, "tries", search.Tries, "give a square up after so many candidates")
	c.Flags().IntVar(&s.threads, "threads", 1, "squares to search at a time; 0 is one for each processor")
	c.Flags().BoolVar(&s.progress, "progress", false, "tell how far the search is, also if standard error is no terminal")
	s.out.addFlags(c)
	return c
}

func (s *searcher) run(c *cobra.Command) error {
	for _, f := range s.params.Flags() {
		if err := s.params.Set(f.Name, *s.values[f.Name]); err != nil {
			return fmt.Errorf("--%s: %w", f.Name, err)
		}
	}
	switch {
	case s.limit < 0:
		return fmt.Errorf("--time %v (want at least 0)", s.limit)
	case s.tries < 1:
		return fmt.Errorf("--tries %d (want at least 1)", s.tries)
	case s.threads < 0:
		return fmt.Errorf("--threads %d (want at least 0)", s.threads)
	case s.threads == 0:
		s.threads = runtime.GOMAXPROCS(0)
	}
	if err := s.out.check(s.state); err != nil {
		return err
	}
	switch {
	case s.params.Form == factors.Torus:
		return s.torus(c)
	case s.groups != search.AllFiles:
		return fmt.Errorf("--groups with --form %v (want torus)", s.params.Form)
	case s.params.Layout == search.Fixed:
		return s.fixed(c)
	}
	// What there is no such search for is told before anything is said about the state.
	found, err := search.New(s.params)
	if err != nil {
		return err
	}
	keeper, text, err := state.Open(s.state, "search")
	if err != nil {
		return err
	}
	if text != nil {
		if found, err = search.Resume(s.params, text); err != nil {
			return fmt.Errorf("%s: %w", s.state, err)
		}
	}
	err = keeper.Run(c.Context(), s.limit, func(ctx context.Context) error {
		defer s.tell(ctx, c.ErrOrStderr(), found)()
		return found.Run(ctx, s.threads, s.tries)
	}, found.Text)
	if missing := found.Missing(); len(missing) > 0 && (errors.Is(err, state.ErrTime) || errors.Is(err, context.Cause(c.Context()))) {
		err = fmt.Errorf("%w: no factor yet for %s", err, search.Names(missing))
	}
	if err != nil {
		return err
	}
	return s.out.write(c, found.Set(), []string{s.params.Command()})
}

// fixedTries is how many tries of packing make a set of the fixed layout where --tries does not say so.
const fixedTries = 1000

// fixed searches for a set of the fixed layout, which is packed as a whole.
func (s *searcher) fixed(c *cobra.Command) error {
	whole, ok := s.whole()
	if !ok {
		return errors.New("a fixed set is packed as a whole (want --form, --seed and --tries only, or findmagic pack)")
	}
	tries := s.tries
	if tries == search.Tries {
		tries = fixedTries
	}
	p, err := pack.New(pack.Options{Form: whole.Form, Seed: whole.Seed}, &factors.Set{}, 0)
	if err != nil {
		return err
	}
	err = p.Run(c.Context(), tries, func() {})
	if errors.Is(err, pack.ErrExhausted) {
		return stopped{err}
	}
	if err != nil {
		return err
	}
	return s.out.write(c, p.Best(), []string{fmt.Sprintf("%s --tries %d", whole.Command(), tries)})
}

// torus searches for a set of the torus form, in which squares share factors. That takes no time that one could save.
func (s *searcher) torus(c *cobra.Command) error {
	whole, ok := s.whole()
	if !ok || whole.Layout != search.Fancy || s.tries != search.Tries {
		return errors.New("a torus factor belongs to many squares at once (want --groups and --seed only)")
	}
	command := fmt.Sprintf("findmagic search --form %v --seed %d", whole.Form, whole.Seed)
	if s.groups != search.AllFiles {
		command += " --groups " + s.groups
	}
	set, err := search.FindTorus(s.groups, whole.Seed)
	if err != nil {
		return err
	}
	return s.out.write(c, set, []string{command})
}

// whole returns what all squares are searched with at once, and whether that is all that was asked for, but for tries.
func (s *searcher) whole() (whole search.Params, ok bool) {
	whole = search.Params{Form: s.params.Form, Layout: s.params.Layout, Seed: s.params.Seed}
	return whole, s.params.Command() == whole.Command() && s.params.Shards <= 1 && s.state == "" && s.limit == 0
}

// tell writes how far the search is, every second, until the function that it returns is called.
func (s *searcher) tell(ctx context.Context, w io.Writer, found *search.Search) (stop func()) {
	terminal := isTerminal(w)
	if !terminal && !s.progress {
		return func() {}
	}
	begin, last := time.Now(), found.Progress()
	tell := func(now time.Time) {
		p := found.Progress()
		rate := float64(p.Tried-last.Tried) / now.Sub(begin).Seconds()
		line := s.line(p, rate, now.Sub(begin))
		if terminal {
			fmt.Fprintf(w, "\r\x1b[?7l%s\x1b[K\x1b[?7h", line) // cut off at the edge
		} else {
			fmt.Fprintln(w, line)
		}
	}
	quit := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				tell(now)
			case <-quit:
				return
			}
		}
	})
	return func() {
		close(quit)
		wait.Wait()
		if terminal {
			fmt.Fprint(w, "\r\x1b[K")
		} else {
			tell(time.Now())
		}
	}
}

// line tells how far a search is: candidates are tried at a rate of so many in a second.
func (s *searcher) line(p search.Progress, rate float64, since time.Duration) string {
	const most = 3 // squares in a line
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d found, %.1f M/s", p.Found, p.Targets, rate/1e6)
	left, open := time.Duration(0), 0
	for i, h := range p.Hunts {
		if h.Tried >= s.tries {
			continue // given up
		}
		open++
		left += time.Duration(float64(s.tries-h.Tried) / max(rate, 1) * float64(time.Second))
		if i < most {
			fmt.Fprintf(&b, ", %v: %d of %d subsets after %d", h.Target, h.Furthest, h.Subsets, h.Tried)
		}
	}
	if open > most {
		fmt.Fprintf(&b, ", and %d more", open-most)
	}
	if s.limit > 0 {
		left = min(left, max(0, s.limit-since))
	}
	fmt.Fprintf(&b, ", at most %v left", left.Round(time.Second))
	return b.String()
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Mode()&os.ModeDevice != 0
}
