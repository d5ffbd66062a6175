package inbetween

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
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			lines := &[...]*[64]uint64{&rookLines, &bishopLines}[p][sq]
			faults = append(faults, conform.WrongLength("lines", p, sq, lines)...)
			for i, target := range slices.Collect(board.Squares(*lines)) {
				if i%4 == 0 {
					at := &between[sq][target]
					faults = append(faults, conform.FlippedBits("wrong squares between", sq+i, at)...)
					faults = append(faults, conform.Wrong("the target lies between", board.SquareName(target), at, *at|1<<target))
				}
			}
			return faults
		},
	})
}
