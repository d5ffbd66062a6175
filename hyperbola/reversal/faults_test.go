package reversal

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[sq]
			if p == board.Rook {
				return append(conform.WrongLine(p, sq, &e.rank), conform.WrongLine(p, sq, &e.file)...)
			}
			return append(conform.WrongLine(p, sq, &e.diagonal), conform.WrongLine(p, sq, &e.antidiagonal)...)
		},
	})
}
