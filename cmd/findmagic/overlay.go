package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/overlay"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/findmagic/state"
)

// overlayer has the flags of overlay.
type overlayer struct {
	limits
	content factors.Content
	from    []string
	seed    uint64
	out     output
}

func overlayCommand() *cobra.Command {
	var o overlayer
	var content string
	c := &cobra.Command{
		Use:   "overlay",
		Short: "Let squares share the slots of a table by rotation",
		Long: `Let squares share the slots of a table by rotation: find offsets and rotations for the
magics of a set that make the table short. Of several sets, each square takes the magic
with the narrowest range of slots. Without a set, the magics are those of findmagic
search --layout dense with the same seed. Narrow ranges make short tables, and so do
magics of the torus form that serve many squares.

The same sets, seed and number of tries make the same table. --state names the file of
the best set so far, which is replaced every two seconds and at the end, at Ctrl-C too.
verify and export read it like any set, and the same command resumes from it.`,
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
	c.Flags().StringSliceVar(&o.from, "from", nil, "files of sets whose magics to place, separated by commas")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "the same seed makes the same tries")
	o.addFlags(c, 200_000, "stop after so many tries, those of the state included")
	o.out.addFlags(c)
	if err := c.MarkFlagRequired("content"); err != nil {
		panic(err)
	}
	return c
}

// run searches for places, saves the state meanwhile, and writes the set.
func (o *overlayer) run(c *cobra.Command) error {
	if err := o.check(c); err != nil {
		return err
	}
	if err := o.out.check(o.state, o.from...); err != nil {
		return err
	}
	asked := state.Record{
		Command: fmt.Sprintf("findmagic overlay --content %v", o.content), From: strings.Join(o.from, ","), Seed: o.seed, Set: &factors.Set{},
	}
	if err := o.out.refuseOverwrite(asked.Lines()[0], nil); err != nil {
		return err
	}
	keeper, r, resumed, err := o.open("overlay", asked)
	if err != nil {
		return err
	}
	defer keeper.Close()
	if err := o.begin(c.Context(), r, resumed); err != nil {
		return err
	}
	p, err := overlay.New(r.Set, o.content, o.seed, r.Tries)
	if err != nil {
		return err
	}
	if r.Tries == 0 { // also if a state was saved before the first try, perhaps with another seed
		r.Seed = o.seed
	} else if r.Tries < o.tries {
		r.Resume(o.seed)
	}
	err = o.improve(c, keeper, r, p)
	show, err := outcome(c.Context(), err)
	if !show {
		return err
	}
	lines := r.Lines()
	lines[0] += fmt.Sprint(" --tries ", r.Tries)
	return cmp.Or(o.out.write(c, p.Best(), lines), err)
}

// begin gives a record its set: the sets of --from, or else a searched one. If the search resumes, it checks that the state has the same magics.
func (o *overlayer) begin(ctx context.Context, r *state.Record, resumed bool) (err error) {
	var given *factors.Set
	switch {
	case len(o.from) > 0:
		given, err = readNarrowest(o.from)
	case !resumed:
		given, err = search.FindSet(ctx, factors.White, search.Dense, o.seed)
	}
	switch {
	case err != nil:
		return err
	case !resumed:
		r.Begin(given)
	case given != nil && !slices.EqualFunc(given.Entries, r.Set.Entries, sameFactor):
		return fmt.Errorf("%s: the state of a search with other magics than those of %s", o.state, strings.Join(o.from, ","))
	}
	return nil
}

// readNarrowest reads sets and returns a set that has, for each square, the entry whose slots have the narrowest range. The
// sources of the sets are joined.
func readNarrowest(files []string) (*factors.Set, error) {
	if len(files) == 1 {
		return readSet(files[0], "") // with the set's offsets, from which the search can begin
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

// sameFactor reports whether entries differ at most in the place of their slots.
func sameFactor(a, b factors.Entry) bool {
	a.Offset, a.Rotation = b.Offset, b.Rotation
	return a == b
}
