package sharedrank

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
			d := &diagonals[sq]
			if p == board.Rook {
				return wrongSlots(sq, &rankAttacks[sq&7])
			}
			return append(wrongLines(p, sq, &d.diagonal), wrongLines(p, sq, &d.antidiagonal)...)
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

// wrongSlots returns faults of slots that serve all squares of a file for the sake of ranks and diagonals, and all of a rank for the
// sake of files.
func wrongSlots(sq int, slots *[64]uint8) (faults []conform.Fault) {
	for inner := sq & 7; inner < len(slots); inner += 13 {
		faults = append(faults, conform.FlippedBits("wrong slot", sq+inner, &slots[inner])...)
	}
	file := sq & 7
	for i := range faults {
		faults[i].Squares = slices.Collect(board.Squares(fileA<<file | 0xff<<(8*(7-file))))
	}
	return faults
}
