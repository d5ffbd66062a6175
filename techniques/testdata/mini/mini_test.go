package mini

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
			for i := range rays[p][sq] {
				faults = append(faults, conform.FlippedBits("wrong ray", sq, &rays[p][sq][i])...)
			}
			return faults
		},
	})
}
