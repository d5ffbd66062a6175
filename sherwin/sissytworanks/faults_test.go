package sissytworanks

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: func(sq int, occ uint64) uint64 {
			_, bishop := Both(sq, occ) // from the queen's sets
			return bishop
		}},
		Fill: Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			pair, line := sq%4, &squareLines[sq].rook
			if p == board.Bishop {
				line = &squareLines[sq].bishop
			}
			return faults(p, sq, line, &supersets[sq][*line>>(16*pair)&0xffff][pair])
		},
	})
}

func TestFaultsOfDiagonals(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p != board.Bishop {
				return nil
			}
			pair, line := sq%4, &squareLines[sq].bishop
			return faults(p, sq, line, &diagonals[sq][index(sq, *line)>>(16*pair)&255][pair])
		},
	})
}

// faults returns those of a piece's lines, and of the set for two ranks on which all squares of these lines are occupied.
func faults(p board.Piece, sq int, line, set *uint64) []conform.Fault {
	squares := slices.Collect(board.Squares(*line))
	square := squares[sq%len(squares)]
	return slices.Concat(
		conform.FlippedBits("wrong lines", sq+9, line), // every 16th bit from sq itself would be on its file, and so on no diagonal
		[]conform.Fault{conform.Wrong("wrong superset", board.SquareName(square), set, *set^1<<square)},
		conform.WrongLength("superset", p, sq, set),
	)
}

// Each set that two ranks look up contains the attacks, whatever else stands on the board. The tables are filled by and-ing the sets
// of single occupants, so this compares them with the walk.
func TestSupersets(t *testing.T) {
	for sq := range 64 {
		for pair := range 4 {
			// All contents of one rank below some of the other, and all of the other above some.
			for content := range 1 << 16 {
				if low, high := content&255, content>>8; low%7 != sq%7 && high%11 != sq%11 {
					continue
				}
				if got, want := supersets[sq][content][pair], board.Walk(board.Queen, sq, uint64(content)<<(16*pair)); got != want {
					t.Fatalf("queen on %s, ranks %d and %d hold %016b: got %#x, want %#x", board.SquareName(sq), 2*pair+1, 2*pair+2, content, got, want)
				}
			}
		}
	}
}
