package raysbmi

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
			if p == board.Bishop {
				d := &diagonals[sq]
				return append(conform.WrongSet("ray", p, sq, &d.northEast), conform.WrongSet("ray", p, sq, &d.northWest)...)
			}
			file := sq & 7
			for inner := file; inner < len(rankAttacks); inner += 13 {
				faults = append(faults, conform.FlippedBits("wrong attacks within a rank", sq+inner, &rankAttacks[inner][file])...)
			}
			return append(conform.Everywhere(0x0101010101010101<<file, faults), conform.WrongSet("ray", p, sq, &norths[sq])...)
		},
	})
}
