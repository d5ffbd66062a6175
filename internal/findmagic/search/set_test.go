package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
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

// inParts runs a search to its end with more tries each time, and by way of its text.
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

// flagged sets parameters as flags spell them: "form=black seed=2".
func flagged(p search.Params, flags string) (search.Params, error) {
	var err error
	for flag := range strings.FieldsSeq(flags) {
		name, value, _ := strings.Cut(flag, "=")
		err = errors.Join(err, p.Set(name, value))
	}
	return p, err
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
					continue
				}
				set := run(t, search.Params{Form: form, Layout: layout, Generator: g, Seed: 7}, 1).Set()
				if err := set.Verify(); err != nil || !set.Complete() {
					t.Errorf("%v %v %v: %d entries, %v", form, layout, g, len(set.Entries), err)
				}
				if layout == search.Fancy && set.Words() != 107_648 {
					t.Errorf("%v %v %v: %d words, want 107648", form, layout, g, set.Words())
				}
			}
		}
	}
}

// How many threads there are, what else is searched for, and how often the search was interrupted changes nothing.
func TestTheSameParamsFindTheSameFactors(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 3, Pieces: []board.Piece{board.Bishop}}
	whole := run(t, p, 1)
	for threads := 2; threads <= 5; threads++ {
		if got := run(t, p, threads); string(got.Text()) != string(whole.Text()) {
			t.Errorf("%d threads find\n%s, one finds\n%s", threads, got.Text(), whole.Text())
		}
	}
	alone := p
	alone.Squares = []int{27}
	if got := run(t, alone, 1).Set().Entries[0].Factor; got != whole.Set().Entry(board.Bishop, 27).Factor {
		t.Errorf("bishop d4 alone: %#x", got)
	}
	set, err := search.FindSet(t.Context(), factors.White, search.Fancy, 3)
	if err != nil || set.Entry(board.Bishop, 27).Factor != whole.Set().Entry(board.Bishop, 27).Factor {
		t.Errorf("with the rooks: %v", err)
	}

	// The numbers of tries fit no batch and no slice.
	s := inParts(t, p, 2, func(tries int) int { return tries + tries/2 + 7 })
	if got := string(s.Text()); got != string(whole.Text()) {
		t.Errorf("in parts:\n%s, at once:\n%s", got, whole.Text())
	}
}

// Dense squares are searched in another way, in slices of their own, and found again all the same.
func TestDenseSet(t *testing.T) {
	p := search.Params{Layout: search.Dense, Seed: 1}
	words := 92_864
	if !tiertest.Minutes() {
		p.Squares, words = []int{49, 62}, 1<<9+1<<10+1<<4+1<<4 // b7, g8
	}
	whole := run(t, p, 2)
	set := whole.Set()
	if err := set.Verify(); err != nil || set.Words() > words || set.Words() < words-100 {
		t.Errorf("%d words, want about %d; %v", set.Words(), words, err)
	}
	p.Squares = []int{49, 62}
	few := inParts(t, p, 1, func(tries int) int { return 3 * tries })
	for _, e := range few.Set().Entries {
		if want := set.Entry(e.Piece, e.Square).Factor; e.Factor != want {
			t.Errorf("%v: %#x in parts, %#x at once", &e, e.Factor, want)
		}
	}
}

func TestRunGivesUp(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Rook}, Squares: []int{0, 61}}
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
	// A rook on d4 has 1024 subsets: random candidates find no magic of 8 bits.
	s := begun(t, search.Params{Pieces: []board.Piece{board.Rook}, Squares: []int{35}, Bits: 8})
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

func TestNewTellsWhatThereIsNoSearchFor(t *testing.T) {
	for _, c := range []struct {
		flags, want string
	}{
		{"form=torus", "a torus magic belongs to all squares at once"},
		{"layout=fixed", "packed as a whole"},
		{"layout=dense form=black", "the dense layout has no black form"},
		{"generator=places form=black", "the generator places makes no magic of the black form (want white)"},
		{"generator=places layout=dense", "needs an index bit for each square of a mask"},
		{"generator=places bits=9", "9 index bits for rook a1 (want 12 to 12)"},
		{"layout=dense bits=9", "the dense layout has its own numbers of bits"},
		{"bits=5", "5 index bits for rook a1 (want 6 to 12)"},
		{"bits=13 square=e4", "13 index bits for rook e4 (want 8 to 12)"},
		{"form=grey", `unknown form "grey"`},
		{"layout=loose", `unknown layout "loose" (want plain, fancy, dense or fixed)`},
		{"generator=dice", `unknown generator "dice" (want sparse, ranks, xorshift32 or places)`},
		{"seed=-1", `not a seed: "-1" (want 0 to 18446744073709551615)`},
		{"piece=queen", `unknown piece "queen" (want rook, bishop or both)`},
		{"piece=knight", `unknown piece "knight"`},
		{"square=e9", `not a square: "e9"`},
		{"square=", `not a square: ""`},
		{"square=a1,b1,a1", `square a1 twice in "a1,b1,a1"`},
		{"bits=0", `not a number of index bits: "0" (want 1 to 12)`},
		{"bits=x", `not a number of index bits: "x"`},
		{"shard=2/2", `not a shard: "2/2" (want i/n with i from 0 to n-1)`},
		{"shard=-1/2", `not a shard: "-1/2"`},
		{"shard=1", `not a shard: "1"`},
		{"shard=0/0", `not a shard: "0/0"`},
		{"none=0", `unknown parameter "none"`},
	} {
		p, err := flagged(search.Params{}, c.flags)
		if err == nil {
			_, err = search.New(p)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.flags, err, c.want)
		}
	}
}

// Params come back from their flags, and the command says no more than what is not the default.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		p       search.Params
		command string
	}{
		{search.Params{}, "findmagic search --form white --layout plain --seed 0"},
		{search.Params{Form: factors.Bits32, Layout: search.Fancy, Seed: 1<<64 - 1}, "findmagic search --form 32bit --layout fancy --seed 18446744073709551615"},
		{search.Params{Generator: search.Ranks, Pieces: []board.Piece{board.Bishop}, Squares: []int{1, 63}, Bits: 9, Shard: 1, Shards: 3},
			"findmagic search --form white --layout plain --generator ranks --seed 0 --piece bishop --square b1,h8 --bits 9"},
	} {
		var p search.Params
		for _, f := range c.p.Flags() {
			if err := p.Set(f.Name, f.Value); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(p.Flags()) != fmt.Sprint(c.p.Flags()) {
			t.Errorf("%v comes back as %v", c.p.Flags(), p.Flags())
		}
		if got := p.Command(); got != c.command {
			t.Errorf("got %s, want %s", got, c.command)
		}
	}
}

// The shards of a search are each square once, alike in size and difficulty, and together they find what it finds.
func TestShards(t *testing.T) {
	p := search.Params{Form: factors.Bits32, Layout: search.Fancy, Seed: 2}
	whole := run(t, p, 1).Set()
	for _, n := range []int{1, 2, 3, 7, 128, 130} {
		var searches []*search.Search
		seen := map[search.Target]bool{}
		slots, most := 0, 0
		for i := range n {
			p.Shard, p.Shards = i, n
			s := begun(t, p)
			own := 0
			for _, target := range s.Missing() {
				if seen[target] {
					t.Errorf("%d shards: %v twice", n, target)
				}
				seen[target] = true
				own += 1 << search.Fancy.Bits(target.Piece, target.Square)
			}
			slots, most = slots+own, max(most, own)
			if n <= 7 {
				s = run(t, p, 1)
			}
			searches = append(searches, s)
		}
		if len(seen) != 128 || most > slots/n+1<<12 {
			t.Errorf("%d shards: %d squares, the largest has %d slots of %d", n, len(seen), most, slots)
		}
		if n > 7 {
			continue
		}
		slices.Reverse(searches)
		set, missing, _, err := search.Merge(searches)
		if err != nil || len(missing) > 0 || !slices.Equal(set.Entries, whole.Entries) {
			t.Errorf("%d shards: %v, missing %v, or another set", n, err, missing)
		}
		if !slices.Equal(set.Source, []string{"findmagic search --form 32bit --layout fancy --seed 2"}) {
			t.Errorf("%d shards: source %q", n, set.Source)
		}
	}
}

func TestMerge(t *testing.T) {
	made := func(flags string, tries int) *search.Search {
		t.Helper()
		p, err := flagged(search.Params{Layout: search.Fancy, Seed: 1}, flags)
		if err != nil {
			t.Fatal(err)
		}
		return tried(t, p, 1, tries)
	}
	const all = search.Tries
	few := "piece=bishop square=a1,b1,c1,d1,e1 "
	for _, c := range []struct {
		name     string
		searches []*search.Search
		entries  int
		missing  string
		which    int
		err      string
	}{
		{"one shard of two", []*search.Search{made(few+"shard=1/2", all)}, 2, "bishop a1, c1, e1", 0, ""},
		{"different squares", []*search.Search{made("piece=bishop square=h8", all), made("piece=bishop square=a1", all)}, 2, "", 0, ""},
		{"the same, at different stages", []*search.Search{made(few, 1), made(few, all), made(few, 2)}, 5, "", 0, ""},
		{"not finished", []*search.Search{made(few, 1)}, 0, "bishop a1, b1, c1, d1, e1", 0, ""},
		{"another seed", []*search.Search{made(few, 1), made(few, 1), made(few+"seed=2", 1)}, 0, "", 2, "--seed 2 (want 1)"},
		{"another form", []*search.Search{made(few, 1), made(few+"form=black", 1)}, 0, "", 1, "--form black (want white)"},
		{"another layout", []*search.Search{made(few, 1), made(few+"layout=plain", 1)}, 0, "", 1, "--layout plain (want fancy)"},
		{"another generator", []*search.Search{made(few, 1), made(few+"generator=ranks", 1)}, 0, "", 1, "--generator ranks (want sparse)"},
		{"other bits", []*search.Search{made(few, 1), made(few+"bits=10", 1)}, 0, "", 1, "--bits 10 (want layout)"},
	} {
		set, missing, which, err := search.Merge(c.searches)
		switch {
		case c.err != "":
			if err == nil || which != c.which || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, number %d, want %s, number %d", c.name, err, which, c.err, c.which)
			}
		case err != nil || search.Names(missing) != c.missing || len(set.Entries) != c.entries || set.Verify() != nil:
			t.Errorf("%s: %v, %+v, missing %s; want %d entries, missing %s", c.name, err, set, search.Names(missing), c.entries, c.missing)
		}
	}
	// A magic that is not the other's, though all else is the same, is somebody's edit.
	good := string(made(few, all).Text())
	i := strings.Index(good, "found 0x0") + len("found 0x")
	other, err := search.Parse([]byte(good[:i] + "1" + good[i+1:]))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, which, err := search.Merge([]*search.Search{made(few, all), other}); err == nil || which != 1 {
		t.Errorf("another factor: %v, number %d", err, which)
	}
}

func TestParseNamesTheDamage(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Bishop}, Squares: []int{0, 1}}
	good := string(tried(t, p, 1, 100).Text())
	lines := strings.SplitAfter(good, "\n")
	for _, c := range []struct{ damaged, want string }{
		{strings.Replace(good, "--form white", "--form grey", 1), `line 2: unknown form "grey"`},
		{strings.Replace(good, "--form white", "--from white", 1), `line 2: "--from white" (want --form and its value)`},
		{strings.Replace(good, "--layout fancy", "--layout fixed", 1), "line 9: a fixed set is packed as a whole"},
		{strings.Replace(good, "--shard 0/1", "--shard 1/1", 1), `line 9: not a shard: "1/1"`},
		{strings.Replace(good, "bishop a1", "bishop b1", 1), `line 10: "bishop b1 tried 100 then `},
		{strings.Replace(good, "tried 100", "tried -5", 1), `line 10: "bishop a1 tried -5 then `},
		{strings.Replace(good, "tried 100", "tried 1e2", 1), `line 10: "bishop a1 tried 1e2 then `},
		{strings.Replace(good, "then ", "then x", 1), `line 10: "bishop a1 tried 100 then x`},
		{strings.Replace(good, "bishop a1 tried 100", "bishop a1 found 100", 1), `line 10: "bishop a1 found 100 then `},
		{good + "rook a1\n", `line 12: "rook a1" (want no more lines)`},
		{strings.TrimSuffix(good, lines[len(lines)-2]), "line 11: no more lines (want one for bishop b1)"},
		{"--form white\n", "line 3: no more lines (want 8 parameters)"},
		{"", "line 3: no more lines (want 8 parameters)"},
	} {
		if _, err := search.Parse([]byte(c.damaged)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if again, err := search.Parse([]byte(good)); err != nil || string(again.Text()) != good {
		t.Errorf("comes back as %v, %v", again, err)
	}
}

func TestResumeRefusesOtherParameters(t *testing.T) {
	p := search.Params{Layout: search.Fancy, Seed: 1, Pieces: []board.Piece{board.Bishop}, Squares: []int{0, 1}}
	s := begun(t, p)
	for _, flag := range []string{"form=black", "layout=plain", "generator=ranks", "seed=2", "piece=rook", "square=a1", "bits=12", "shard=0/2"} {
		other, err := flagged(p, flag)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(flag, "=")
		_, err = search.Resume(other, s.Text())
		if err == nil || !strings.Contains(err.Error(), "--"+name+" ") || !strings.Contains(err.Error(), "(want "+value+")") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	if _, err := search.Resume(p, s.Text()); err != nil {
		t.Error(err)
	}
}
