package search_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// begun returns a search that has tried nothing yet.
func begun(t *testing.T, p search.Params) *search.Search {
	t.Helper()
	s, err := search.New(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tried runs a search until it is done or has tried enough.
func tried(t *testing.T, p search.Params, threads, tries int) *search.Search {
	t.Helper()
	s := begun(t, p)
	if err := s.Run(t.Context(), threads, tries); err != nil && (tries == search.Tries || !errors.Is(err, search.ErrExhausted)) {
		t.Fatal(err)
	}
	return s
}

// run runs a search to its end.
func run(t *testing.T, p search.Params, threads int) *search.Search {
	t.Helper()
	return tried(t, p, threads, search.Tries)
}

// inParts runs a search to its end in several runs, each resumed from the text of the run before. more returns the tries of the next run.
func inParts(t *testing.T, p search.Params, threads int, more func(tries int) int) *search.Search {
	t.Helper()
	s := begun(t, p)
	for tries := 1; len(s.Missing()) > 0; tries = more(tries) {
		err := s.Run(t.Context(), threads, tries)
		if err != nil && !errors.Is(err, search.ErrExhausted) {
			t.Fatal(err)
		}
		if s, err = search.Resume(p, s.Text()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestEveryFormLayoutAndGeneratorFindsASetThatVerifies(t *testing.T) {
	tiertest.Slow(t)
	for _, form := range []factors.Form{factors.White, factors.Black, factors.Bits32} {
		for _, layout := range []search.Layout{search.Plain, search.Fancy} {
			for _, g := range []search.Generator{search.Sparse, search.Ranks, search.Xorshift32, search.Places} {
				if g == search.Places && form != factors.White {
					continue
				}
				if testing.Short() && (layout == search.Plain) != (g == search.Ranks) {
					continue // the short test has Plain with Ranks only, and Fancy with the other generators
				}
				set := run(t, search.Params{Form: form, Layout: layout, Generator: g, Seed: 7}, 1).Set()
				if err := set.Verify(); err != nil || !set.Complete() {
					t.Errorf("%v %v %v: %d entries, %v", form, layout, g, len(set.Entries), err)
				}
				// With as many index bits as the mask has, a table has a slot for each relevant subset: 102,400 for rooks, 5,248 for bishops.
				if layout == search.Fancy && set.Words() != 107_648 {
					t.Errorf("%v %v %v: %d words, want 107648", form, layout, g, set.Words())
				}
			}
		}
	}
}

// The magics do not depend on the number of threads, on the other squares of the search, or on interruptions.
func TestTheSameParamsFindTheSameFactors(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 3, Pieces: []board.Piece{board.Bishop}}
	whole := run(t, p, 1)
	for threads := 2; threads <= 5; threads++ {
		if got := run(t, p, threads); string(got.Text()) != string(whole.Text()) {
			t.Errorf("%d threads find\n%s, one finds\n%s", threads, got.Text(), whole.Text())
		}
	}
	const d4 = 27
	alone := p
	alone.Squares = []int{d4}
	if got := run(t, alone, 1).Set().Entries[0].Factor; got != whole.Set().Entry(board.Bishop, d4).Factor {
		t.Errorf("bishop d4 alone: %#x", got)
	}
	set, err := search.FindSet(t.Context(), factors.White, search.Fancy, 3)
	if err != nil || set.Entry(board.Bishop, d4).Factor != whole.Set().Entry(board.Bishop, d4).Factor {
		t.Errorf("with the rooks: %v", err)
	}

	// The numbers of tries are multiples of no batch and no slice.
	s := inParts(t, p, 2, func(tries int) int { return tries + tries/2 + 7 })
	if got := string(s.Text()); got != string(whole.Text()) {
		t.Errorf("in parts:\n%s, at once:\n%s", got, whole.Text())
	}
}

// A dense magic comes from hunt.maker, in slices of another length. Interrupted, the search finds the same magics all the same.
func TestDenseSet(t *testing.T) {
	p := search.Params{Layout: search.Dense, Seed: 1}
	const b7, g8 = 49, 62
	words := 92_864 // 2 to the power of each square's index bits, together
	if !tiertest.Minutes() {
		p.Squares, words = []int{b7, g8}, 1<<9+1<<10+1<<4+1<<4 // the rooks, the bishops
	}
	whole := run(t, p, 2)
	set := whole.Set()
	// The table is a little shorter if the last magic leaves its highest indices unused.
	if err := set.Verify(); err != nil || set.Words() > words || set.Words() < words-100 {
		t.Errorf("%d words, want about %d; %v", set.Words(), words, err)
	}
	p.Squares = []int{b7, g8}
	few := inParts(t, p, 1, func(tries int) int { return 3 * tries })
	for _, e := range few.Set().Entries {
		if want := set.Entry(e.Piece, e.Square).Factor; e.Factor != want {
			t.Errorf("%v: %#x in parts, %#x at once", &e, e.Factor, want)
		}
	}
}

func TestRunGivesUp(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Rook}, Squares: []int{0, 61}} // a1, f8: 1000 tries are too few
	s := begun(t, p)
	err := s.Run(t.Context(), 2, 1000)
	if want := "no magic found for rook a1, f8, white form, in 1000 tries"; !errors.Is(err, search.ErrExhausted) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := s.Progress(); got.Tried != 2000 || got.Found != 0 || got.Targets != 2 {
		t.Errorf("progress %+v", got)
	}
	if len(s.Set().Entries) != 0 {
		t.Errorf("set %+v", s.Set())
	}
}

func TestRunStopsWhenAsked(t *testing.T) {
	// A rook on d5 has 1024 subsets: random candidates find no magic with 8 index bits.
	const d5 = 35
	s := begun(t, search.Params{Pieces: []board.Piece{board.Rook}, Squares: []int{d5}, Bits: 8})
	asked := errors.New("asked to stop")
	ctx, stop := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, asked)
	defer stop()
	if err := s.Run(ctx, 2, math.MaxInt); err != asked {
		t.Errorf("got %v, want %v", err, asked)
	}
	if s.Progress().Tried == 0 {
		t.Error("nothing was tried")
	}
}
