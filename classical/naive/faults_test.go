package naive

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.OffByOne("wrong offset", &e.offset),
				conform.OffByOne("wrong number of relevant squares", &e.n),
				conform.FlippedBits("wrong relevant square", sq, &e.squares[0]),
				[]conform.Fault{conform.Wrong("relevant square replaced by an edge square", "h8", &e.squares[1], 63)},
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}
