package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/magic/search"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/magic/search/overlay"
	"github.com/slidebench/slidebench/magic/search/state"
)

// overlayer holds the flags of overlay.
type overlayer struct {
	content factors.Content
	from    []string
	state   string
	seed    uint64
	tries   int
	limit   time.Duration
	out     output
}

func overlayCommand() *cobra.Command {
	var o overlayer
	var content string
	c := &cobra.Command{
		Use:   "overlay",
		Short: "Let squares share the slots of a table by rotation",
		Long: `Let squares share the slots of a table by rotation: find offsets and rotations for
the factors of a set, so that the table becomes short. With several sets, each
square takes the factor whose slots have the narrowest range; without a set, the
factors are those of findmagic search --layout dense with the same seed.

The same sets, seed and number of tries make the same table. With --state, a file
holds the best set so far. The file is replaced every two seconds and when the
search ends, at Ctrl-C too; verify and export read it like any file of factors.
The same command resumes from it until all tries are made.

Sets whose squares have narrow ranges make short tables, and so do sets in the torus
form whose factors serve many squares.`,
		Example: `  findmagic overlay --content overlayadjacent --seed 1
  findmagic overlay --content overlayadjacent --from dense.csv,black.csv --seed 1 --tries 200000
  findmagic overlay --content overlay --from dense.csv --state overlay.csv --tries 1000000000 --time 8h`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if o.content, err = factors.ParseContent(content); err != nil {
				return fmt.Errorf("--content: %w", err)
			}
			return o.run(c)
		},
	}
	c.Flags().StringVar(&content, "content", "", "content of a slot: overlay, or overlayadjacent without the squares next to the sliders")
	c.Flags().StringSliceVar(&o.from, "from", nil, "files of sets whose factors to place, separated by commas")
	c.Flags().StringVar(&o.state, "state", "", "file that keeps the best set; the search resumes from it")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "the same seed makes the same tries")
	c.Flags().IntVar(&o.tries, "tries", 200_000, "stop after so many tries, those of the state included")
	c.Flags().DurationVar(&o.limit, "time", 0, "stop after this time (default never)")
	o.out.addFlags(c)
	if err := c.MarkFlagRequired("content"); err != nil {
		panic(err)
	}
	return c
}

func (o *overlayer) run(c *cobra.Command) error {
	switch {
	case o.limit < 0:
		return fmt.Errorf("--time %v (want at least 0)", o.limit)
	case o.tries < 1:
		return fmt.Errorf("--tries %d (want at least 1)", o.tries)
	}
	if err := o.out.check(o.state, o.from...); err != nil {
		return err
	}
	asked := placing{set: &factors.Set{Content: o.content}, from: strings.Join(o.from, ","), seed: o.seed}
	if err := o.out.spare(asked.birth()[0], nil); err != nil {
		return err
	}
	keeper, text, err := state.Open(o.state, "overlay")
	if err != nil {
		return err
	}
	r, err := o.begin(c.Context(), text)
	if err != nil {
		return err
	}
	p, err := overlay.New(r.set, o.content, o.seed, r.tries)
	if err != nil {
		return err
	}
	now := func() *placing {
		now := *r
		now.set, now.tries, now.cpu = p.Set(), p.Tries(), r.cpu+state.CPUTime()
		return &now
	}
	var mu sync.Mutex // guards p
	err = keeper.Run(c.Context(), o.limit, func(ctx context.Context) error {
		return o.search(ctx, c.ErrOrStderr(), &mu, p)
	}, func() []byte {
		mu.Lock()
		defer mu.Unlock()
		return now().text()
	})
	show, err := outcome(c.Context(), err)
	if !show {
		return err
	}
	if failed := o.out.write(c, p.Set(), now().birth()); failed != nil {
		return failed
	}
	return err
}

// search makes the tries and reports shorter tables to w.
func (o *overlayer) search(ctx context.Context, w io.Writer, mu *sync.Mutex, p *overlay.Placer) error {
	const atOnce = 100 // tries between two looks at the context; together they take some 10 ms
	reported, at := 0, time.Now()
	for p.Tries() < o.tries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		mu.Lock()
		for range min(atOnce, o.tries-p.Tries()) {
			p.Try()
		}
		mu.Unlock()
		if p.Words() != reported && time.Since(at) > time.Second {
			reported, at = p.Words(), time.Now()
			fmt.Fprintf(w, "%d words after %d tries\n", reported, p.Tries())
		}
	}
	return nil
}

// begin returns the placing in the state, or else a placing of the sets of --from, or else of a set that it searches for.
func (o *overlayer) begin(ctx context.Context, text []byte) (*placing, error) {
	var given *factors.Set
	var err error
	if len(o.from) > 0 {
		if given, err = readNarrowest(o.from); err != nil {
			return nil, err
		}
	}
	from := strings.Join(o.from, ",")
	switch {
	case text != nil:
		r, err := parsePlacing(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.state, err)
		}
		if r.set.Content != o.content {
			return nil, fmt.Errorf("%s: the state of a search with content %v (want %v)", o.state, r.set.Content, o.content)
		}
		if given != nil && !slices.EqualFunc(given.Entries, r.set.Entries, sameFactor) {
			return nil, fmt.Errorf("%s: the state of a search with other factors than those of %s", o.state, from)
		}
		if r.tries > 0 && (r.tries < o.tries || r.seed != o.seed) {
			r.runs++
		}
		r.seed = o.seed
		return r, nil
	case given == nil:
		if given, err = search.FindSet(ctx, factors.White, search.Dense, o.seed); err != nil {
			return nil, err
		}
	}
	return &placing{set: given, source: given.Source, from: from, seed: o.seed, runs: 1}, nil
}

// readNarrowest reads sets and returns a set that has, for each square, the entry whose slots have the narrowest range. The
// sources of the sets are joined.
func readNarrowest(files []string) (*factors.Set, error) {
	if len(files) == 1 {
		return readSet(files[0], "") // keeps the set's offsets, so that the search can begin from them
	}
	type candidate struct {
		factors.Entry
		span int
	}
	var all []candidate
	narrowest := &factors.Set{}
	for _, file := range files {
		set, err := readSet(file, "")
		if err != nil {
			return nil, err
		}
		for i, span := range set.Spans() {
			all = append(all, candidate{set.Entries[i], span.Len()})
		}
		for _, line := range set.Source {
			narrowest.Source = append(narrowest.Source, file+": "+line)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(factors.Compare(a.Entry, b.Entry), cmp.Compare(a.span, b.span))
	})
	for i, c := range all {
		if i == 0 || factors.Compare(c.Entry, all[i-1].Entry) != 0 {
			narrowest.Entries = append(narrowest.Entries, c.Entry)
		}
	}
	return narrowest, nil
}

// sameFactor reports whether entries differ at most in where their slots lie.
func sameFactor(a, b factors.Entry) bool {
	a.Offset, a.Rotation = b.Offset, b.Rotation
	return a == b
}
