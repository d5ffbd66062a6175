package words16

import (
	"fmt"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				e := &rookEntries[sq]
				return slices.Concat(
					conform.FlippedBits("wrong ends", sq, &e.ends),
					conform.FlippedBits("wrong lines", sq, &e.lines),
					conform.FlippedBits("wrong adjacent squares", sq, &e.adjacent),
					wrongRookSlots(sq),
				)
			}
			e := &bishopEntries[sq]
			return slices.Concat(
				conform.FlippedBits("wrong diagonal", sq, &e.diagonal),
				conform.FlippedBits("wrong antidiagonal", sq, &e.antidiagonal),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				wrongBishopSlots(e, sq),
			)
		},
	})
}

// wrongRookSlots returns faults of slots that a rook on sq reads. Other rooks read them too. Fill takes them out.
func wrongRookSlots(sq int) (faults []conform.Fault) {
	for d := range 4 {
		occ := board.Ray(board.Direction(d), sq)
		i := rookEntries[sq].index(sq, occ)
		flipped := rookTable[i] ^ 1<<((sq+5*d)&15)
		f := conform.Wrong("rook's slot with a flipped bit", fmt.Sprint(i), &rookTable[i], flipped)
		for s := range 64 {
			for sub := range board.Subsets(board.Mask(board.Rook, s)) {
				if rookEntries[s].index(s, sub) == i {
					f.Squares = append(f.Squares, s)
					break
				}
			}
		}
		faults = append(faults, f)
	}
	return faults
}

// wrongBishopSlots returns faults of slots of a bishop on sq. Fill takes them out.
func wrongBishopSlots(e *bishopEntry, sq int) (faults []conform.Fault) {
	const n = 8
	slots := bishopTable[e.offset:][:1<<(64-e.shift)]
	for i := range n {
		slot := &slots[i*(len(slots)-1)/(n-1)]
		flipped := *slot ^ 1<<((sq+2*i)&15)
		faults = append(faults, conform.Wrong("bishop's slot with a flipped bit", fmt.Sprint(i), slot, flipped))
	}
	return faults
}

// Seven bits become squares of the h-file, one on each rank but the last; what is elsewhere is not on the lines of a
// rook on h8.
func TestSpread(t *testing.T) {
	lines := board.Lines(board.Rook, 63)
	for seven := range uint64(1 << 7) {
		want := uint64(0)
		for i := range 7 {
			want |= seven >> i & 1 << (8*i + 7)
		}
		if got := seven * spread & lines; got != want {
			t.Errorf("%#07b is spread to\n%swant\n%s", seven, board.Picture(got), board.Picture(want))
		}
	}
}

// All tables together have less than 48 KiB, and none has room that is not needed.
func TestSizes(t *testing.T) {
	if got := TableBytes(board.Queen); got > 48<<10 {
		t.Errorf("%d bytes, want at most %d", got, 48<<10)
	}
	last := bishopEntries[63]
	if got, want := bishopSlots, int(last.offset)+1<<(64-last.shift); got != want {
		t.Errorf("%d slots of bishops, want %d", got, want)
	}
}
