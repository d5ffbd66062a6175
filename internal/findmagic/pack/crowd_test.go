package pack

import (
	"maps"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// A crowd holds the wide squares b8, c8 and e8, and no slot serves two of them. The present places bound its length: a second crowd, without
// tries, is no longer than the first.
func TestCrowd(t *testing.T) {
	p, err := New(Options{Form: factors.White, Pieces: []board.Piece{board.Rook}, Squares: []int{0, 57, 58, 60}}, &factors.Set{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.begin(t.Context(), func() {}); err != nil {
		t.Fatal(err)
	}
	words, wide := 3*maxSlots, []int{1, 2, 3} // end to end; numbers of the wide squares, all but a1
	for _, tries := range []int{100, 0} {
		crowded := p.crowd(t.Context(), tries)
		if got := slices.Sorted(maps.Keys(crowded)); !slices.Equal(got, wide) {
			t.Fatalf("the crowd has the squares %v, want %v", got, wide)
		}
		p.clear()
		first := maxWords
		for i, at := range crowded {
			p.put(i, at)
			first = min(first, at.place)
		}
		p.keep() // panics if they are not apart
		if p.words > words || first != 0 || apart(p.best) != nil {
			t.Errorf("%d tries: a table from %d to %d, want 0 to %d at most; %v", tries, first, p.words, words, apart(p.best))
		}
		words = p.words
	}
	if words > 2*maxSlots+slack {
		t.Errorf("a table of %d words: no two of three rooks share a range", words)
	}
}
