package raysentinel

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
			sentinels := behind(p, [4]int{64, 64, 64, 64})
			for i, ray := range own(p, sq) {
				faults = append(faults, conform.WrongSet("ray", p, sq, ray)...)
				for s := range board.Squares(*ray) {
					from := behind(p, [4]int{s, s, 63 - s, 63 - s})[i]
					faults = append(faults, conform.FlippedBits("wrong ray from a blocker", s, from)...)
				}
				faults = append(faults, conform.FlippedBits("sentinel not empty", sq, sentinels[i])...)
			}
			return faults
		},
	})
}
