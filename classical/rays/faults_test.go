package rays

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
			for _, d := range board.Directions(p) {
				ray := &table[sq][d]
				faults = append(faults, conform.WrongSet("ray", p, sq, ray)...)
				for s := range board.Squares(*ray) {
					faults = append(faults, conform.FlippedBits("wrong ray from a blocker", s, &table[s][d])...)
				}
			}
			return faults
		},
	})
}
