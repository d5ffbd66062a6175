package search

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// FindTorus finds a right set, with as many index bits for each group as the products of its keys need, or one more.
func TestFindTorus(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		groups string
		seed   uint64
		words  int // of the groups of rooks: the bishops lie among them
	}{
		{AllFiles, 1, 1 << 14},
		{AllFiles, 7, 1 << 14},
		{"ab,gh,c,d,e,f", 1, 2<<13 + 4<<12},
		{"h,gfedcba", 3, 1<<13 + 1<<14},   // h alone has 64 * 115 products
		{"ah,bg,cf,de", 1, 3<<14 + 1<<13}, // de has a magic with 13 bits; bg and cf need 14, though 13 would suffice for their products
	} {
		t.Run(fmt.Sprint(c.groups, "/", c.seed), func(t *testing.T) {
			set, err := FindTorus(c.groups, c.seed)
			if err != nil {
				t.Fatal(err)
			}
			if err := set.Verify(); err != nil {
				t.Error(err)
			}
			if words := set.Words(); words > c.words || !set.Complete() {
				t.Errorf("%d squares in %d words, want 128 in at most %d", len(set.Entries), words, c.words)
			}
			// All rooks of a group have the same magic and the same range of slots.
			byGroup := map[[3]uint64]bool{}
			for _, e := range set.Entries[:64] { // the rooks
				byGroup[[3]uint64{e.Factor, uint64(e.Shift), uint64(e.Offset)}] = true
			}
			if want := 1 + strings.Count(c.groups, ","); len(byGroup) != want {
				t.Errorf("%d ranges with a factor, want %d", len(byGroup), want)
			}
		})
	}
}

// No bit of a slot is known to a rook and to a bishop, wherever they stand. So they can share slots whatever the magics are, while sets
// as in TestFindTorus may be right by luck.
func TestTorusKeepsPiecesApart(t *testing.T) {
	var known [2]uint64
	for _, piece := range pieces {
		for _, k := range torusKeys(piece, ^uint64(0)) {
			known[piece] |= k.known
		}
	}
	if both := known[board.Rook] & known[board.Bishop]; both != 0 || known[board.Rook] == 0 || known[board.Bishop] == 0 {
		t.Errorf("rooks know\n%sbishops\n%s", board.Picture(known[board.Rook]), board.Picture(known[board.Bishop]))
	}
}

func TestFindTorusRefusesGroups(t *testing.T) {
	for _, groups := range []string{
		"", "abcdefg", "abcdefghi", "abcdefgh,", "ab,bcdefgh", "aabcdefgh", "ABCDEFGH", "a-h", "abcd, efgh", ",abcdefgh", "abcd,,efgh",
	} {
		_, err := FindTorus(groups, 1)
		if err == nil || !strings.Contains(err.Error(), "want every file from a to h in one group") {
			t.Errorf("%q: error %v", groups, err)
		}
	}
}

func TestFindTorusGivesUp(t *testing.T) {
	// With so few slots, 64 rooks cannot find room.
	keys := torusKeys(board.Rook, ^uint64(0))
	if _, tried, err := findTorus(keys, 4, 1, 100); !errors.Is(err, ErrExhausted) || tried != 100 {
		t.Errorf("%v after %d tries, want %v after 100", err, tried, ErrExhausted)
	}
}

// A rook's key has a pattern of its rank and a pattern of its file. On all squares together, ranks have 320 patterns, 64 each for rooks
// on a and h and 32 each for the other files. Folded into a ring, only 115 of them differ, and of the 192 of a, b, g and h only 96; a file is a
// ring in the key already. The counts are of the first group in each row.
func TestTorusKeys(t *testing.T) {
	for _, c := range []struct {
		groups         string
		keys, products int
	}{
		{AllFiles, 320 * 115, 115 * 115},
		{"abgh,cdef", 192 * 115, 96 * 115},
		{"c,abdefgh", 32 * 115, 32 * 115},
	} {
		squares, err := parseGroups(c.groups)
		if err != nil {
			t.Fatal(err)
		}
		keys := torusKeys(board.Rook, squares[0])
		if len(keys) != c.keys || torusProducts(keys) != c.products {
			t.Errorf("%s: %d keys, %d products, want %d, %d", c.groups, len(keys), torusProducts(keys), c.keys, c.products)
		}
	}
}
