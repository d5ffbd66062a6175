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

// inner is rooks and bishops of standard widths on the sixteen squares in the middle.
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

// torus returns rooks of the torus form, in groups of files that share a magic.
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

// placed returns the set that a placer finds in a number of tries, which must be right.
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

func TestPlace(t *testing.T) {
	for _, c := range []struct {
		content factors.Content
		words   int // at most
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

// A lookup in the table gives what the walk gives, whatever stands off the lines: written down here once more, so that it does
// not rest on what package factors takes a lookup to be.
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
			occ := sub | ^mask&0x5a6996a53cc3f00f
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

// Six groups of files, each with the slots of one square, go into the length of three.
func TestPlaceTorus(t *testing.T) {
	if words := placed(t, torus(), factors.OverlayAdjacent, 1, 4000).Words(); words > 3<<12 {
		t.Errorf("%d words, want at most %d", words, 3<<12)
	}
}

// The length that a placer reports is that of its set, at every moment.
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

// A search goes on from the places of a set that an earlier one returned, and leaves that set as it is. A set whose places are wrong is not begun with.
func TestGoesOn(t *testing.T) {
	p := begun(t, inner, factors.OverlayAdjacent, 1)
	first, kept := p.Words(), p.Best()
	for range 1000 {
		p.Try()
	}
	if kept.Words() != first {
		t.Errorf("a set of %d words has %d after more tries", first, kept.Words())
	}
	if p.Words() >= first {
		t.Fatalf("%d words after %d tries, want fewer than %d", p.Words(), p.Tries(), first)
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
		// A rook on a1 does not attack a8 where, seen on the torus, one on a2 always attacks a1.
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

// Rooks on a1 and b2 are diagonal neighbours: their lines meet on a2 and b1, which both always attack.
func TestFits(t *testing.T) {
	a1, b2, a2 := 0, 9, 8
	at := func(content factors.Content, sq int) item {
		return newItem(content, &factors.Entry{Piece: board.Rook, Square: sq, Form: factors.White, Shift: 52})
	}
	for _, c := range []struct {
		content factors.Content
		a, b    int
		want    bool
	}{
		{factors.Overlay, a1, b2, true},
		{factors.Overlay, a1, a2, false},
		{factors.OverlayAdjacent, a1, b2, true},
		{factors.OverlayAdjacent, a1, a2, false},
	} {
		a, b := at(c.content, c.a), at(c.content, c.b)
		if got := fits(&a, &b)&1 != 0; got != c.want {
			t.Errorf("%v: rooks on %s and %s as they stand: %v, want %v",
				c.content, board.SquareName(c.a), board.SquareName(c.b), got, c.want)
		}
		// Turning a by k is turning b back by k.
		if ab, ba := fits(&a, &b), fits(&b, &a); bits.Reverse64(ab) != bits.RotateLeft64(ba, -1) {
			t.Errorf("%v: rooks on %s and %s fit in %064b, the other way in %064b",
				c.content, board.SquareName(c.a), board.SquareName(c.b), ab, ba)
		}
	}
}

// Three made-up items of known lengths: the lowest place is found by hand.
func TestLowest(t *testing.T) {
	low, high := item{span: 10, known: 0xffffffff}, item{span: 4, known: 0xffffffff}
	all := item{span: 5, known: ^uint64(0)}
	items := []item{low, high, all}
	tab := newTable(items)
	tab.put(0, place{2, 0})
	for _, c := range []struct {
		item, start int
		rotations   uint64
	}{
		{1, 0, 1 << 32}, // partly beside the first item, half a word away
		{2, 12, ^uint64(0)},
	} {
		if start, rotations := tab.lowest(c.item); start != c.start || rotations != c.rotations {
			t.Errorf("item %d goes to slot %d in rotations %#x, want %d, %#x", c.item, start, rotations, c.start, c.rotations)
		}
	}
	tab.put(1, place{0, 32})
	if start, _ := tab.lowest(2); start != 12 {
		t.Errorf("item 2 goes to slot %d, want 12", start)
	}
	tab.clear()
	if start, _ := tab.lowest(2); start != 0 {
		t.Errorf("item 2 goes to slot %d of an empty table", start)
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
