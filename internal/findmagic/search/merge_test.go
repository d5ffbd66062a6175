package search_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// Each square is in one shard, shards have about as many slots, and the merged shards are the set of the whole search. Some of 130
// shards have no square.
func TestShards(t *testing.T) {
	p := search.Params{Form: factors.Bits32, Layout: search.Fancy, Seed: 2}
	whole := run(t, p, 1).Set()
	for _, n := range []int{1, 2, 3, 7, 128, 130} {
		var searches []*search.Search
		seen := map[search.Target]bool{}
		slots, most := 0, 0 // of all shards, and of the largest
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
			if n <= 7 { // of more shards, only the squares and slots are counted
				s = run(t, p, 1)
			}
			searches = append(searches, s)
		}
		// A shard exceeds the mean by at most one square with the largest mask, of 12 squares.
		if len(seen) != 128 || most > slots/n+1<<12 {
			t.Errorf("%d shards: %d squares, the largest has %d slots of %d", n, len(seen), most, slots)
		}
		if n > 7 {
			continue
		}
		slices.Reverse(searches) // Merge takes them in any order
		set, missing, _, err := search.Merge(searches)
		if err != nil || len(missing) > 0 || !slices.Equal(set.Entries, whole.Entries) {
			t.Errorf("%d shards: %v, missing %v, or another set", n, err, missing)
		}
		if !slices.Equal(set.Source, []string{"findmagic search --form 32bit --layout fancy --seed 2"}) {
			t.Errorf("%d shards: source %q", n, set.Source)
		}
	}
}

// Merge joins searches that differ in squares, shards and progress, names the squares without a magic, and refuses other differences.
func TestMerge(t *testing.T) {
	// made returns a search with some flags, run for so many tries.
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
		entries  int    // magics in the merged set
		missing  string // squares without a magic
		which    int    // the search that the error is about
		err      string // a part of the error; "" for none
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
	// Equal searches find equal magics. Here the first digit of a magic was edited.
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
