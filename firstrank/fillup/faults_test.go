package fillup

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
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return nil // its slots are shared: see below
			}
			d := &diagonals[sq]
			return linestest.WrongDiagonals(sq, &d.diagonal, &d.antidiagonal)
		},
	})
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Bishop {
				return linestest.WrongSlots(sq, fillUp[sq&7][:], fileA<<(sq&7))
			}
			return linestest.WrongSlots(sq, onFileA[sq>>3][:], rank1<<(sq&56))
		},
	})
}
