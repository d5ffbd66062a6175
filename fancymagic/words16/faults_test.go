package words16

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	index := func(p board.Piece, sq int, occ uint64) int {
		if p == board.Bishop {
			return -1 // bishops have other slots
		}
		return int(rookEntries[sq].index(sq, occ))
	}
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
					conform.WrongSharedSlots(p, sq, rookTable[:], index), // Fill takes them out, and the bishops'
				)
			}
			e := &bishopEntries[sq]
			return slices.Concat(
				conform.FlippedBits("wrong diagonal", sq, &e.diagonal),
				conform.FlippedBits("wrong antidiagonal", sq, &e.antidiagonal),
				conform.FlippedBits("wrong factor", sq, &e.factor),
				conform.OffByOne("wrong shift", &e.shift),
				conform.OffByOne("wrong offset", &e.offset),
				conform.WrongSlots("bishop's slot with a flipped bit", sq, bishopTable[e.offset:][:1<<(64-e.shift)]),
			)
		},
	})
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
