package spectral

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var entries = [...]*[64]entry{&rookEntries, &bishopEntries}

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     setEntries,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.OffByOne("wrong shift", &e.shifts[sq%3]),
				conform.OffByOne("wrong offset", &e.offset),
			)
		},
	})
}

// A square's slots lie too far apart to be tried from one end to the other; those of a few subsets are. They serve no
// other square.
func TestFaultsOfSlots(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			mask := board.Mask(p, sq)
			for _, sub := range []uint64{0, mask & 0x5555555555555555, mask} {
				slot := &table[entries[p][sq].index(sub)]
				faults = append(faults, conform.FlippedBits("slot with a flipped bit", sq, slot)...)
				for _, wrong := range conform.WrongRays(p, sq, *slot) {
					faults = append(faults, conform.Wrong("slot with a ray too short or too long", "", slot, wrong))
				}
			}
			return faults
		},
	})
}

// No slot serves two answers, and the squares lie in one another's ranges.
func TestOverlap(t *testing.T) {
	pairs, err := conform.Overlap(tableWords, func(p board.Piece, sq int, occ uint64) int {
		return entries[p][sq].index(occ)
	})
	if err != nil {
		t.Fatal(err)
	}
	if pairs < 1000 {
		t.Errorf("the ranges of %d pairs of squares intersect, want at least 1,000", pairs)
	}
}

// The table is as long as the package comment says, and so are the slots of a rook on a8.
func TestLengths(t *testing.T) {
	const a8 = 56
	first, last := tableWords, 0
	for sub := range board.Subsets(board.Mask(board.Rook, a8)) {
		slot := rookEntries[a8].index(sub)
		first, last = min(first, slot), max(last, slot)
	}
	if span := last - first + 1; tableWords != 265_315 || span != 260_872 {
		t.Errorf("%d words, of which those of a rook on a8 span %d", tableWords, span)
	}
}
