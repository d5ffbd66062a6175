package bitnetwork

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, techniquestest.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []techniquestest.Fault {
			e := &[...]*[64]entry{&rookEntries, &bishopEntries}[p][sq]
			weights := [...][]network{rookWeights[:], bishopWeights[:]}[p][e.first:][:e.outputs]
			faults := slices.Concat(
				techniquestest.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				techniquestest.FlippedBits("wrong lines", sq, &e.lines),
			)
			for i := range weights {
				if i%4 == sq%4 {
					faults = append(faults, techniquestest.FlippedBits("wrong weight", sq+i, &weights[i][i&3])...)
				}
			}
			// A nibble's count serves all squares.
			at := &constants.count[1+sq%15]
			wrong := techniquestest.Wrong("wrong count of a nibble's bits", "", at, *at+2)
			wrong.Squares = slices.Collect(board.Squares(^uint64(0)))
			return append(faults, wrong)
		},
	})
}
