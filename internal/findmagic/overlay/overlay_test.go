package overlay

import (
	"context"
	"math/bits"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// inner has the rooks and bishops on the sixteen squares c3 to f6, with as many index bits as their masks have.
var inner = func() *factors.Set {
	set, err := search.FindSet(context.Background(), factors.White, search.Fancy, 1)
	if err != nil {
		panic(err)
	}
	set.Entries = slices.DeleteFunc(set.Entries, func(e factors.Entry) bool {
		return uint64(1)<<e.Square&0x00003c3c3c3c0000 == 0
	})
	return set
}()

// torus returns the rooks of all squares in the torus form. Each group of files shares a magic, like those that search.FindTorus finds; New proves them.
func torus() *factors.Set {
	groups := []struct {
		files  string
		factor uint64
		shift  int
	}{
		{"ab", 0x9500004080082095, 51},
		{"c", 0x010000400b8b2001, 52},
		{"d", 0xc1000020009001c1, 52},
		{"e", 0xe50000d0008800e5, 52},
		{"f", 0x7100004408008071, 52},
		{"gh", 0x4100020450208441, 51},
	}
	set := &factors.Set{}
	for sq := range 64 {
		for _, g := range groups {
			if strings.ContainsRune(g.files, rune('a'+sq&7)) {
				set.Entries = append(set.Entries,
					factors.Entry{Piece: board.Rook, Square: sq, Form: factors.Torus, Factor: g.factor, Shift: g.shift})
			}
		}
	}
	return set
}

// begun returns a placer that has tried nothing yet.
func begun(t *testing.T, set *factors.Set, content factors.Content, seed uint64) *Placer {
	t.Helper()
	p, err := New(set, content, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// placed returns the set that a placer finds in a number of tries, and fails the test if the set is wrong.
func placed(t *testing.T, set *factors.Set, content factors.Content, seed uint64, tries int) *factors.Set {
	t.Helper()
	p := begun(t, set, content, seed)
	for range tries {
		p.Try()
	}
	found := p.Best()
	if err := found.Verify(); err != nil {
		t.Fatal(err)
	}
	return found
}

// A search of 3000 tries makes a table of at most so many words. The seed determines the table.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		content factors.Content
		words   int // at most: half of the 16,384 slots of the 16 rooks and a few, or less than a third of them
	}{
		{factors.Overlay, 8192 + 100},
		{factors.OverlayAdjacent, 5120},
	} {
		got := placed(t, inner, c.content, 1, 3000)
		if words := got.Words(); words > c.words {
			t.Errorf("%v: %d words, want at most %d", c.content, words, c.words)
		}
		if again := placed(t, inner, c.content, 1, 3000); !reflect.DeepEqual(got, again) {
			t.Errorf("%v: the same seed finds another table", c.content)
		}
		if other := placed(t, inner, c.content, 2, 3000); reflect.DeepEqual(got, other) {
			t.Errorf("%v: another seed finds the same table", c.content)
		}
	}
}

// Lookups in the table give the attacks of the walk, whatever stands off the lines. The lookup is written out here, so that the test does
// not depend on the lookups of package factors.
func TestLookups(t *testing.T) {
	set := placed(t, torus(), factors.OverlayAdjacent, 1, 0)
	words, err := set.Table()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range set.Entries {
		lines, mask := board.Lines(board.Rook, e.Square), board.Mask(board.Rook, e.Square)
		adjacent := board.Walk(board.Rook, e.Square, ^uint64(0))
		for sub := range board.Subsets(mask) {
			occ := sub | ^mask&0x5a6996a53cc3f00f // some occupants that must not matter
			key := bits.RotateLeft64(occ&mask|lines&^mask, 63-e.Square)
			word := words[e.Offset+int(key*e.Factor>>e.Shift)]
			got := bits.RotateLeft64(word, e.Rotation)&lines | adjacent
			if want := board.Walk(board.Rook, e.Square, occ); got != want {
				t.Fatalf("rook on %s:\n%s\ngot\n%s\nwant\n%s", board.SquareName(e.Square),
					board.Picture(occ), board.Picture(got), board.Picture(want))
			}
		}
	}
}

// The six groups of files have 8 times 4,096 slots, two of them twice as many as the others. Overlaid, they fit into 3 times 4,096.
func TestPlaceTorus(t *testing.T) {
	if words := placed(t, torus(), factors.OverlayAdjacent, 1, 4000).Words(); words > 3<<12 {
		t.Errorf("%d words, want at most %d", words, 3<<12)
	}
}

// At every moment, Words is the length of the set that Best returns.
func TestWordsAreThoseOfTheSet(t *testing.T) {
	p := begun(t, inner, factors.OverlayAdjacent, 3)
	for range 5 {
		if got, want := p.Words(), p.Best().Words(); got != want {
			t.Errorf("after %d tries %d words, want %d", p.Tries(), got, want)
		}
		for range 30 {
			p.Try()
		}
	}
}

// A search begins with the places of the set that it is given, unless they are wrong. A set that Best has returned does not change in later tries.
func TestGoesOn(t *testing.T) {
	p := begun(t, inner, factors.OverlayAdjacent, 1)
	words, first := p.Words(), p.Best()
	for range 1000 {
		p.Try()
	}
	if first.Words() != words {
		t.Errorf("a set of %d words has %d after more tries", words, first.Words())
	}
	if p.Words() >= words {
		t.Fatalf("%d words after %d tries, want fewer than %d", p.Words(), p.Tries(), words)
	}
	q, err := New(p.Best(), factors.OverlayAdjacent, 1, p.Tries())
	if err != nil {
		t.Fatal(err)
	}
	if q.Words() != p.Words() || q.Tries() != p.Tries() || !reflect.DeepEqual(q.Best(), p.Best()) {
		t.Errorf("goes on with %d words after %d tries, want %d after %d", q.Words(), q.Tries(), p.Words(), p.Tries())
	}
	damaged := p.Best()
	damaged.Entries[0].Rotation ^= 1
	placed(t, damaged, factors.OverlayAdjacent, 1, 0) // begins with places of its own
}

func TestRefuses(t *testing.T) {
	bad := &factors.Set{Entries: []factors.Entry{inner.Entries[3]}}
	bad.Entries[0].Factor = 1
	for _, c := range []struct {
		set     *factors.Set
		content factors.Content
		want    string
	}{
		// On the turned board, a1 lies for a rook on a2 where a8 lies for a rook on a1. Only the first is always attacked.
		{torus(), factors.Overlay, "needs two answers"},
		{bad, factors.Overlay, "needs two answers"},
		{inner, factors.Whole, "whole attack sets cannot be shared"},
		{&factors.Set{}, factors.Overlay, "without entries"},
	} {
		if _, err := New(c.set, c.content, 1, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func BenchmarkTry(b *testing.B) {
	p, err := New(inner, factors.OverlayAdjacent, 1, 0)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p.Try()
	}
	b.ReportMetric(float64(p.Words()), "words")
}
