package search

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// fixedSet reads the set of the fixedshift package from its source.
func fixedSet(t *testing.T) *Set {
	t.Helper()
	source, err := os.ReadFile("../../fixedshift/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	s := &Set{Form: White, Layout: Fixed}
	for _, piece := range pieces {
		for _, name := range []string{"Factors", "Offsets"} {
			array := regexp.MustCompile(piece.String() + name + ` = [^{]*{([^}]*)}`).FindSubmatch(source)
			if array == nil {
				t.Fatalf("no %v%s in fixedshift/factors.go", piece, name)
			}
			for sq, number := range regexp.MustCompile(`\w+`).FindAllString(string(array[1]), -1) {
				x, err := strconv.ParseUint(number, 0, 64)
				if err != nil {
					t.Fatal(err)
				}
				if name == "Factors" {
					s.Entries[piece][sq].Factor = x
				} else {
					s.Entries[piece][sq].Offset = int(x)
				}
			}
		}
	}
	return s
}

func TestStoredFixedSet(t *testing.T) {
	s := fixedSet(t)
	if err := s.Verify(); err != nil {
		t.Error(err)
	}
	if words := s.Words(); words > 120_000 {
		t.Errorf("%d words, want at most 120000", words)
	}
	// Ranges of different squares intersect: together they are longer than the table.
	spans := 0
	for _, piece := range pieces {
		for sq, e := range s.Entries[piece] {
			spans += newShape(s.Form, piece, sq, e.Factor).span
		}
	}
	if spans <= s.Words() {
		t.Errorf("ranges of %d slots in all do not overlap in %d words", spans, s.Words())
	}
}

// Each stored factor is among the candidates that its square draws from the seed. The whole set is found again by the
// test of the command.
func TestStoredFixedFactorsAreDrawnFromTheSeed(t *testing.T) {
	s := fixedSet(t)
	for _, piece := range pieces {
		for _, name := range []string{"b2", "e7", "h3"} {
			sq, _ := board.ParseSquare(name)
			want := s.Entries[piece][sq].Factor
			found := false
			for factor := range fixedCandidates(White, piece, sq, 1) {
				if found = factor == want; found {
					break
				}
			}
			if !found {
				t.Errorf("%v on %s: %#x is not drawn", piece, name, want)
			}
		}
	}
}

func TestShape(t *testing.T) {
	for _, piece := range pieces {
		for sq := 0; sq < 64; sq += 5 {
			factor, _, err := FindSquare(Black, Fixed, 1, piece, sq)
			if err != nil {
				t.Fatal(err)
			}
			var want []int
			mask := board.Mask(piece, sq)
			for sub := range board.Subsets(mask) {
				want = append(want, int((sub|^mask)*factor>>(64-Fixed.Bits(piece, sq))))
			}
			slices.Sort(want)
			want = slices.Compact(want)
			s := newShape(Black, piece, sq, factor)
			var got []int
			for x := range s.span {
				if s.slots[x/64]>>(x%64)&1 != 0 {
					got = append(got, s.low+x)
				}
			}
			if !slices.Equal(got, want) || s.used != len(want) || got[len(got)-1] != s.low+s.span-1 {
				t.Errorf("%v on %s: slots %v, want %v", piece, board.SquareName(sq), got, want)
			}
		}
	}
}

// A shape is placed where it fits and nowhere before, across word boundaries too.
func TestFirst(t *testing.T) {
	s := newShape(White, board.Rook, 27, 0x8040201008040201)
	for _, taken := range []int{0, 1, 63, 64, 65, 700} {
		var o occupied
		for slot := range taken {
			o[slot/64] |= 1 << (slot % 64)
		}
		if got := o.first(&s, maxWords); got != taken {
			t.Errorf("%d slots taken: placed at %d", taken, got)
		}
		if got := o.first(&s, taken); got != taken {
			t.Errorf("no place below %d: got %d", taken, got)
		}
		o.add(&s, taken)
		if o.fits(&s, taken) {
			t.Errorf("two shapes at %d", taken)
		}
	}
}
