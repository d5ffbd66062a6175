package reversebitboards

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, techniquestest.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []techniquestest.Fault {
			e := &entries[sq]
			if p == board.Rook {
				return append(wrongPair(p, sq, &e.rook), wrongPair(p, 63-sq, &e.rookReversed)...)
			}
			return append(wrongPair(p, sq, &e.bishop), wrongPair(p, 63-sq, &e.bishopReversed)...)
		},
	})
}

// wrongPair returns faults of the lines of the piece through sq.
func wrongPair(p board.Piece, sq int, lines *pair) []techniquestest.Fault {
	return append(linestest.WrongLine(p, sq, &lines.first), linestest.WrongLine(p, sq, &lines.second)...)
}
