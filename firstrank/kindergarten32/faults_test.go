package kindergarten32

import (
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
				return conform.FlippedBits("wrong mask of the file", sq, &files[sq])
			}
			d := &diagonals[sq]
			return append(conform.FlippedBits("wrong mask of the diagonal", sq, &d.diagonal),
				conform.FlippedBits("wrong mask of the antidiagonal", sq, &d.antidiagonal)...)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			if p == board.Rook {
				return rookTable[sq][:]
			}
			return bishopTable[sq][:]
		},
	})
}
