package factors_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Words, Used, Spans and Slot of a stored set agree with its table, in which no used slot is 0.
func TestStoredBlackSet(t *testing.T) {
	s := read(t, "blackmagic/factors.csv")
	table, err := s.Table()
	if err != nil {
		t.Fatal(err)
	}
	if s.Words() != len(table) || !s.Complete() {
		t.Errorf("%d words, table of %d, complete: %t", s.Words(), len(table), s.Complete())
	}
	used := 0
	for _, word := range table {
		if word != 0 {
			used++
		}
	}
	if s.Used() != used {
		t.Errorf("%d slots used, %d of the table are not empty", s.Used(), used)
	}
	last, sum := 0, 0
	for i, span := range s.Spans() {
		last, sum = max(last, span.Last), sum+span.Used
		for sub := range board.Subsets(board.Mask(s.Entries[i].Piece, s.Entries[i].Square)) {
			if slot := s.Entries[i].Slot(sub); slot < span.First || slot > span.Last {
				t.Fatalf("%v: slot %d outside of %v", &s.Entries[i], slot, span)
			}
		}
	}
	if last+1 != s.Words() || sum < used {
		t.Errorf("spans end at %d and use %d slots; the set has %d words and uses %d", last, sum, s.Words(), used)
	}
	if e := s.Entry(board.Bishop, 63); e == nil || e.Piece != board.Bishop || e.Square != 63 {
		t.Errorf("no bishop on h8: %v", e)
	}
}

// A lookup in the table of an overlay, as the comments of Content describe it, gives the attacks.
func TestOverlayLookup(t *testing.T) {
	for _, content := range []factors.Content{factors.Overlay, factors.OverlayAdjacent} {
		s := overlaid(t, content)
		table, err := s.Table()
		if err != nil {
			t.Fatalf("%v: %v", content, err)
		}
		for i := range s.Entries {
			e := &s.Entries[i]
			known := content.Known(e.Piece, e.Square)
			for sub := range board.Subsets(board.Mask(e.Piece, e.Square)) {
				got := bits.RotateLeft64(table[e.Slot(sub)], e.Rotation) & known
				if content == factors.OverlayAdjacent {
					got |= factors.Adjacent(e.Piece, e.Square)
				}
				if want := board.Walk(e.Piece, e.Square, sub); got != want {
					t.Fatalf("%v, %v:\n%sgives\n%swant\n%s", content, e, board.Picture(sub), board.Picture(got), board.Picture(want))
				}
			}
		}
	}
}

// overlaid returns a set of the bishops on c1 and h3 that share all their slots, by the smallest rotation above 0 that allows it.
func overlaid(t testing.TB, content factors.Content) *factors.Set {
	t.Helper()
	s := &factors.Set{Content: content}
	for _, sq := range []int{2, 23} { // c1, h3
		factor := sparse(t, board.Bishop, sq)
		s.Entries = append(s.Entries, factors.Entry{Piece: board.Bishop, Square: sq, Factor: factor, Shift: bishopShift})
	}
	for rotation := 1; rotation < 64; rotation++ {
		s.Entries[1].Rotation = rotation
		if s.Verify() == nil {
			return s
		}
	}
	t.Fatalf("%v: c1 and h3 do not share slots in any rotation", content)
	return nil
}

// bishopShift leaves an index as wide as the mask of a bishop on the edge.
const bishopShift = 64 - 5

// sparse finds a magic with the shift bishopShift by drawing and proving candidates.
func sparse(t testing.TB, p board.Piece, sq int) uint64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, uint64(sq)))
	for range 100_000 {
		factor := rng.Uint64() & rng.Uint64() & rng.Uint64()
		s := factors.Set{Entries: []factors.Entry{{Piece: p, Square: sq, Factor: factor, Shift: bishopShift}}}
		if s.Verify() == nil {
			return factor
		}
	}
	t.Fatal("no factor")
	return 0
}

// Each fault in the entry of the rook on d6 is an error that names the square and draws a board.
func TestVerifyCatchesPlantedFaults(t *testing.T) {
	sets := map[string]*factors.Set{
		"black": read(t, "blackmagic/factors.csv"),
		"torus": read(t, "fancymagic/torus/factors.csv"),
	}
	for name, s := range sets {
		for _, c := range []struct {
			name  string
			plant func(e *factors.Entry)
		}{
			{"flipped bit of the factor", func(e *factors.Entry) { e.Factor ^= 1 << 40 }},
			{"factor 0", func(e *factors.Entry) { e.Factor = 0 }},
			{"shift one too high", func(e *factors.Entry) { e.Shift++ }},
			{"other rotation", func(e *factors.Entry) { e.Rotation ^= 8 }},
			{"offset one too high", func(e *factors.Entry) { e.Offset++ }},
			{"other form", func(e *factors.Entry) { e.Form = factors.White }},
			{"before the table", func(e *factors.Entry) { e.Offset = -5000 }}, // some index of d6 is below 5000 in both sets
		} {
			if c.name == "other rotation" && s.Content == factors.Whole {
				continue
			}
			bad := *s
			bad.Entries = append([]factors.Entry{}, s.Entries...)
			e := bad.Entry(board.Rook, 43) // d6
			c.plant(e)
			err := bad.Verify()
			if err == nil {
				t.Errorf("%s, %s of %v: not noticed", name, c.name, e)
				continue
			}
			if !strings.Contains(err.Error(), board.SquareName(e.Square)) || !strings.Contains(err.Error(), ". .") {
				t.Errorf("%s, %s: the error does not show %v:\n%v", name, c.name, e, err)
			}
			outside, ok := errors.AsType[*factors.Outside](err)
			if ok != (c.name == "before the table") || ok && outside.Entry.Slot(outside.Subset) != outside.Slot {
				t.Errorf("%s, %s: got %v", name, c.name, err)
			}
			if collision, ok := errors.AsType[*factors.Collision](err); ok {
				a, b := collision.Entries[0], collision.Entries[1]
				if a.Slot(collision.Subsets[0]) != b.Slot(collision.Subsets[1]) || collision.Disagree == 0 {
					t.Errorf("%s, %s: no collision: %+v", name, c.name, collision)
				}
			}
		}
	}
}
