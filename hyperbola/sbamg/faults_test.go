package sbamg

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
				return append(wrongStops(p, sq, &e.rank), wrongStops(p, sq, &e.file)...)
			}
			return append(wrongStops(p, sq, &e.diagonal), wrongStops(p, sq, &e.antidiagonal)...)
		},
	})
}

func wrongStops(p board.Piece, sq int, s *stops) []conform.Fault {
	return append(conform.WrongLine(p, sq, &s.line), conform.FlippedBits("wrong ends", sq, &s.ends)...)
}
