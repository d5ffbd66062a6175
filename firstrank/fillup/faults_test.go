package fillup

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
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return nil // its slots are shared: see below
			}
			d := &diagonals[sq]
			return append(wrongLines(p, sq, &d.diagonal), wrongLines(p, sq, &d.antidiagonal)...)
		},
	})
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Bishop {
				return wrongSlots(sq, &fillUp[sq&7], fileA<<(sq&7))
			}
			return wrongSlots(sq, &onFileA[sq>>3], rank1<<(sq&56))
		},
	})
}

func wrongLines(p board.Piece, sq int, line *uint64) []conform.Fault {
	faults := conform.FlippedBits("wrong line", sq+1, line) // not on the own file, where nothing is attacked
	for _, short := range conform.WrongRays(p, sq, *line) {
		faults = append(faults, conform.Wrong("line too short", "", line, short))
	}
	return faults
}

// wrongSlots returns faults of slots that serve all squares of a file or rank.
func wrongSlots(sq int, slots *[64]uint64, squares uint64) (faults []conform.Fault) {
	for inner := sq & 7; inner < len(slots); inner += 13 {
		faults = append(faults, conform.FlippedBits("wrong slot", sq+inner, &slots[inner])...)
	}
	for i := range faults {
		faults[i].Squares = slices.Collect(board.Squares(squares))
	}
	return faults
}
