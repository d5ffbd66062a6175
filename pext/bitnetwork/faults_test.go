package bitnetwork

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &[...]*[64]entry{&rookEntries, &bishopEntries}[p][sq]
			weights := [...][]network{rookWeights[:], bishopWeights[:]}[p][e.first:][:e.outputs]
			faults := slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.FlippedBits("wrong lines", sq, &e.lines),
			)
			for i := range weights {
				if i%4 == sq%4 {
					faults = append(faults, conform.FlippedBits("wrong weight", sq+i, &weights[i][i&3])...)
				}
			}
			// A nibble's count serves all squares.
			at := &constants.count[1+sq%15]
			wrong := conform.Wrong("wrong count of a nibble's bits", "", at, *at+2)
			return append(faults, conform.Everywhere(^uint64(0), []conform.Fault{wrong})...)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: software,
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &[...]*[64]entry{&rookEntries, &bishopEntries}[p][sq]
			s := &[...]*[64]soft{&rookSoft, &bishopSoft}[p][sq]
			weights := &[...][]network{rookWeights[:], bishopWeights[:]}[p][e.first+uint64(sq)%e.outputs]
			faults := append(conform.FlippedBits("wrong weight", sq, &weights[sq&3]),
				conform.Wrong("wrong mask", "", &s.mask, compress.New(e.mask&(e.mask-1))),
				conform.Wrong("wrong lines", "", &s.lines, compress.New(e.lines&(e.lines-1))),
				conform.Wrong("networks of the wrong squares", "", &e.first, e.first^1),
				conform.Wrong("a network too few", "", &e.outputs, e.outputs-1),
			)
			if testing.Short() {
				return faults[sq%len(faults):][:1]
			}
			return faults
		},
	})
}
