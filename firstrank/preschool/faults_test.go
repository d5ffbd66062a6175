package preschool

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
				return nil // nothing leads to its slots but arithmetic
			}
			d := &diagonals[sq]
			return append(conform.FlippedBits("wrong mask of the diagonal", sq, &d.diagonal),
				conform.FlippedBits("wrong mask of the antidiagonal", sq, &d.antidiagonal)...)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return [...][]uint64{rookTable[sq][:], bishopTable[sq][:]}[p]
		},
	})
}

// What the package comment counts: the words of a bishop's table that are in use.
func TestWords(t *testing.T) {
	used := 0
	for sq := range bishopTable {
		for _, word := range bishopTable[sq] {
			if word != 0 {
				used++
			}
		}
	}
	if used != 5248 {
		t.Errorf("%d words are used, the comment says 5,248", used)
	}
}
