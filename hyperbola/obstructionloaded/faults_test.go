package obstructionloaded

import (
	"slices"
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
				return append(wrongMasks(p, sq, &e.rank), wrongMasks(p, sq, &e.file)...)
			}
			return append(wrongMasks(p, sq, &e.diagonal), wrongMasks(p, sq, &e.antidiagonal)...)
		},
	})
}

func wrongMasks(p board.Piece, sq int, m *masks) []conform.Fault {
	return slices.Concat(
		conform.FlippedBits("wrong squares above", sq, &m.up),
		conform.FlippedBits("wrong squares below", sq, &m.down),
		conform.WrongLine(p, sq, &m.line),
	)
}
