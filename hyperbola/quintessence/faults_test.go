package quintessence

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
			if p == board.Rook {
				return append(wrongLines(p, sq, &files[sq]), wrongRanks(sq)...)
			}
			return append(wrongLines(p, sq, &diagonals[sq].diagonal), wrongLines(p, sq, &diagonals[sq].antidiagonal)...)
		},
	})
}

func wrongLines(p board.Piece, sq int, line *uint64) []conform.Fault {
	faults := conform.FlippedBits("wrong line", sq, line)
	for _, short := range conform.WrongRays(p, sq, *line) {
		faults = append(faults, conform.Wrong("line too short", "", line, short))
	}
	return faults
}

// wrongRanks returns faults of the attacks within ranks, which serve all squares of a file.
func wrongRanks(sq int) (faults []conform.Fault) {
	file := sq & 7
	for inner := sq & 7; inner < len(rankAttacks); inner += 7 {
		at := &rankAttacks[inner][file]
		faults = append(faults, conform.FlippedBits("wrong attacks within a rank", inner, at)...)
		for _, wrong := range conform.WrongRays(board.Rook, file, uint64(*at)) {
			faults = append(faults, conform.Wrong("ray within a rank too short or too long", "", at, uint8(wrong)))
		}
	}
	fileSquares := slices.Collect(board.Squares(0x0101010101010101 << file))
	for i := range faults {
		faults[i].Squares = fileSquares
	}
	return faults
}
