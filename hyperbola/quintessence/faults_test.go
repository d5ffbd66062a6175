package quintessence

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				at := func(file int, occ uint64) *uint8 { return &rankAttacks[occ>>1][file] }
				return append(conform.WrongLine(p, sq, &files[sq]), linestest.WrongRanks(sq, at)...)
			}
			d := &diagonals[sq]
			return append(conform.WrongLine(p, sq, &d.diagonal), conform.WrongLine(p, sq, &d.antidiagonal)...)
		},
	})
}
