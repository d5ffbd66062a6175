package abovebelow

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
			r, b := &rooks[sq], &bishops[sq]
			rays := [...][]*uint64{
				{&r.north, &r.south, &r.east, &r.west}, {&b.northEast, &b.southWest, &b.northWest, &b.southEast},
			}
			for _, ray := range rays[p] {
				faults = append(faults, conform.WrongSet("ray", p, sq, ray)...)
			}
			return faults
		},
	})
}
