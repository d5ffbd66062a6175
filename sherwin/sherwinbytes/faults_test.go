package sherwinbytes

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/sherwin/internal/rows"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	bases := [...][64]uint64{rows.Bases(board.Rook), rows.Bases(board.Bishop)}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return rookParts(sq)
			}
			return bishopParts(sq)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][bases[p][sq]:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}

func rookParts(sq int) (faults []conform.Fault) {
	for i := sq % 4; i < len(rookRows[sq]); i += 4 {
		file := 1 << (sq & 7)
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &rookRows[sq][i][file])...)
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &rookRows[sq][i][file|37*sq&255])...)
	}
	return append(faults, conform.WrongMasks(board.Rook, sq, func(square int) {
		bit := uint32(indexBit(board.Rook, sq, square))
		for v := range rookRows[sq][square>>3] {
			if v>>(square&7)&1 != 0 {
				rookRows[sq][square>>3][v] ^= bit
			}
		}
	})...)
}

func bishopParts(sq int) (faults []conform.Fault) {
	for i := sq % 3; i < len(bishopRows[sq]); i += 3 {
		faults = append(faults, conform.FlippedBits("wrong row value", sq+i, &bishopRows[sq][i][37*sq&63])...)
	}
	return append(faults, conform.WrongMasks(board.Bishop, sq, func(square int) {
		bit := uint16(indexBit(board.Bishop, sq, square))
		rank, file := square>>3-1, square&7-1
		if rank < 0 || rank > 5 || file < 0 || file > 5 {
			return // the rows have no place for an edge square
		}
		for v := range bishopRows[sq][rank] {
			if v>>file&1 != 0 {
				bishopRows[sq][rank][v] ^= bit
			}
		}
	})...)
}

// indexBit returns the bit of the index that stands for a square in a mask, and for a square that is not in the mask, the
// bit that it would stand for if it were; it then has to share it.
func indexBit(p board.Piece, sq, square int) uint64 {
	set := uint64(1) << square
	return rows.Part(board.Mask(p, sq)|set, set)
}
