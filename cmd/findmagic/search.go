package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/pack"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

// searcher has the flags of search.
type searcher struct {
	params search.Params
	values map[string]*string // values of the flags that set params, by the flag's name
	groups string             // groups of files, in the torus form
	limits
	threads int
	out     output
}

func searchCommand() *cobra.Command {
	s := searcher{params: search.Params{Layout: search.Fancy, Seed: 1}, values: map[string]*string{}}
	c := &cobra.Command{
		Use:   "search",
		Short: "Find magics from a seed",
		Long: `Find magics from a seed, for all squares or for some.

The same seed finds the same magics, with any number of threads, interrupted or not.
A square takes from a few to millions of candidates; all squares without a magic advance
at the same pace.

--state keeps the search in a file, which is replaced every two seconds and at the end,
at Ctrl-C too. The same command resumes, also after a kill; --tries, --time and
--threads may change.

In the torus form, all rooks share one magic and one range of slots. With --groups
ab,gh,c,d,e,f, the rooks of each group of files share them instead. Bishops take white
magics.

With --shard i/n, n searches share the work; findmagic merge joins their states.`,
		Example: `  findmagic search --form white --layout fancy --seed 1
  findmagic search --form 32bit --layout fancy --seed 1 --lang go --name magic32
  findmagic search --form torus --seed 1
  findmagic search --piece rook --square e4,f8 --generator ranks --seed 0
  findmagic search --form black --piece bishop --bits 9 --tries 1000000000`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return s.run(c) },
	}
	usage := map[string]string{
		"form":      "how an index is made: white, black, 32bit or torus",
		"layout":    "index bits and offsets: plain, fancy, dense or fixed",
		"generator": "where candidates come from: sparse, ranks or xorshift32; or places, without candidates",
		"seed":      "the same seed finds the same magics",
		"piece":     "rook, bishop or both",
		"square":    "squares, a1 to h8, separated by commas, or all",
		"bits":      "index bits of every square, or layout for the layout's numbers",
		"shard":     "search one part of n only: 0/n to n-1/n",
	}
	for _, f := range s.params.Flags() {
		s.values[f.Name] = c.Flags().String(f.Name, f.Value, usage[f.Name])
	}
	c.Flags().StringVar(&s.groups, "groups", search.AllFiles, "files whose rooks share a magic of the torus form")
	s.addFlags(c, search.Tries, "give a square up after so many candidates")
	c.Flags().IntVar(&s.threads, "threads", 1, "squares to search at a time; 0 for one per processor")
	s.out.addFlags(c)
	return c
}

// run searches, saves the state meanwhile, and writes the set.
func (s *searcher) run(c *cobra.Command) error {
	for _, f := range s.params.Flags() {
		if err := s.params.Set(f.Name, *s.values[f.Name]); err != nil {
			return fmt.Errorf("--%s: %w", f.Name, err)
		}
	}
	if err := s.limits.check(c); err != nil {
		return err
	}
	switch {
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
	// An error about the params comes before any error about the state.
	found, err := search.New(s.params)
	if err != nil {
		return err
	}
	if err := s.out.refuseOverwrite(s.params.Command(), nil); err != nil {
		return err
	}
	keeper, text, err := state.Open(s.state, "search")
	if err != nil {
		return err
	}
	defer keeper.Close()
	if text != nil {
		if found, err = search.Resume(s.params, text); err != nil {
			return fmt.Errorf("%s: %w", s.state, err)
		}
	}
	err = keeper.Run(c.Context(), s.time, func(ctx context.Context) error {
		defer report(c.ErrOrStderr(), found)()
		return found.Run(ctx, s.threads, s.tries)
	}, found.Text)
	if missing := found.Missing(); len(missing) > 0 && (errors.Is(err, state.ErrTime) || errors.Is(err, context.Cause(c.Context()))) { // ErrExhausted names the squares itself
		err = fmt.Errorf("%w: no magic yet for %s", err, search.Names(missing))
	}
	if err != nil {
		return err
	}
	return s.out.write(c, found.Set(), []string{s.params.Command()})
}

// fixedTries is the default number of packing tries for a set of the fixed layout.
const fixedTries = 1000

// fixed finds a set of the layout fixed, by packing all squares together.
func (s *searcher) fixed(c *cobra.Command) error {
	whole, ok := s.whole(c)
	if !ok {
		return errors.New("a fixed set is packed as a whole (want --form, --seed and --tries only, or findmagic pack)")
	}
	tries := s.tries
	if !c.Flags().Changed("tries") { // the flag's default counts candidates, not packing tries
		tries = fixedTries
	}
	p, err := pack.New(pack.Options{Form: whole.Form, Seed: whole.Seed}, &factors.Set{}, 0) // begins from no magics, and after no tries
	if err = cmp.Or(err, s.out.refuseOverwrite(whole.Command(), nil)); err != nil {
		return err
	}
	if err = p.Run(c.Context(), tries, func() {}); err != nil { // there is no state to save after a try
		return err
	}
	return s.out.write(c, p.Best(), []string{fmt.Sprintf("%s --tries %d", whole.Command(), tries)})
}

// torus searches for a set of the torus form, in which squares share magics. The search is too short to need a state.
func (s *searcher) torus(c *cobra.Command) error {
	whole, ok := s.whole(c)
	if !ok || whole.Layout != search.Fancy || c.Flags().Changed("tries") { // Fancy is the default of --layout
		return errors.New("a torus magic belongs to many squares at once (want --groups and --seed only)")
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

// whole returns the params of a search for all squares together: the form, the layout and the seed. ok reports that the other flags have their defaults, but for --tries and
// --groups, which the callers judge, and the flags of the output. --threads may not be set, whatever its value: these searches have one thread.
func (s *searcher) whole(c *cobra.Command) (whole search.Params, ok bool) {
	whole = search.Params{Form: s.params.Form, Layout: s.params.Layout, Seed: s.params.Seed}
	return whole, s.params.Command() == whole.Command() && s.params.Shards <= 1 && s.state == "" && s.time == 0 && !c.Flags().Changed("threads") // Command leaves the shard out
}

// report shows the progress of the search every second, if w is a terminal, until the caller calls stop.
func report(w io.Writer, found *search.Search) (stop func()) {
	if !cli.IsTerminal(w) {
		return func() {}
	}
	quit, begin := make(chan struct{}), time.Now()
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-time.After(time.Second):
				p := found.Progress()
				// Writes over the line before.
				fmt.Fprintf(w, "\r\x1b[K%d of %d found, %.0f million candidates, %v", p.Found, p.Targets, float64(p.Tried)/1e6, time.Since(begin).Round(time.Second))
			case <-quit:
				fmt.Fprint(w, "\r\x1b[K")
				return
			}
		}
	})
	return func() {
		close(quit)
		wait.Wait()
	}
}
