package sissy

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
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			line := &squareLines[sq].rook
			if p == board.Bishop {
				line = &squareLines[sq].bishop
			}
			faults = conform.FlippedBits("wrong lines", sq, line)
			for rank := sq % 3; rank < 8; rank += 3 {
				// What stands on the queen's own file, and what stands off her lines.
				for _, content := range []int{1 << (sq & 7), 37 * (sq + rank) & 255} {
					word := &supersets[sq][content][rank]
					faults = append(faults, conform.FlippedBits("wrong superset", sq+rank, word)...)
					faults = append(faults, conform.WrongLength("superset", p, sq, word)...)
				}
			}
			return faults
		},
	})
}

// Each set that a rank looks up contains the attacks, whatever else stands on the board, and two occupants leave what
// each of them leaves. The table is filled by the latter, so this compares it with the walk.
func TestSupersets(t *testing.T) {
	for sq := range supersets {
		for content := range supersets[sq] {
			for rank, got := range supersets[sq][content] {
				if want := board.Walk(board.Queen, sq, uint64(content)<<(8*rank)); got != want {
					t.Fatalf("queen on %s, rank %d holds %08b: got %#x, want %#x", board.SquareName(sq), rank+1, content, got, want)
				}
			}
		}
	}
}
