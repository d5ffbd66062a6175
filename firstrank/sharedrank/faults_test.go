package sharedrank

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			d := &diagonals[sq]
			if p == board.Rook {
				// They serve all squares of a file for the sake of ranks and diagonals, and all of a rank for the sake of files.
				file := sq & 7
				return linestest.WrongSlots(sq, rankAttacks[file][:], fileA<<file|0xff<<(8*(7-file)))
			}
			return linestest.WrongDiagonals(sq, &d.diagonal, &d.antidiagonal)
		},
	})
}
