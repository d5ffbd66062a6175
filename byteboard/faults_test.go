package byteboard

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			e := &entries[sq]
			for i, target := range someTargets(p, sq) {
				bit := bitOf(e, target)
				faults = slices.Concat(faults,
					conform.FlippedBits("gathered from a wrong byte", sq+i, &e.gather.from[bit]),
					conform.FlippedBits("gathered by a wrong mask", sq+i, &e.gather.mask[bit]),
					conform.FlippedBits("scattered from a wrong byte", sq+i, &e.scatter.from[target]),
					conform.FlippedBits("scattered by a wrong mask", sq+i, &e.scatter.mask[target]),
				)
			}
			return append(faults, shortLines(p, sq)...)
		},
	})
}

// The software form reads the places of the scatter only, and goes along all lines, whichever piece is asked for.
func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: soft,
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			e := &entries[sq]
			for _, target := range someTargets(p, sq) {
				from, mask := &e.scatter.from[target], &e.scatter.mask[target]
				faults = append(faults,
					conform.Wrong("the place of another ray", board.SquareName(target), from, *from^1),
					conform.Wrong("a wrong place on the ray", board.SquareName(target), mask, bits.RotateLeft8(*mask, 1)),
				)
			}
			return append(faults, shortLines(p, sq)...)
		},
	})
}

// someTargets returns every fourth square of the piece's lines.
func someTargets(p board.Piece, sq int) (targets []int) {
	for i, target := range slices.Collect(board.Squares(board.Lines(p, sq))) {
		if i%4 == sq%4 {
			targets = append(targets, target)
		}
	}
	return targets
}

// bitOf returns the bit of rays that stands for a square.
func bitOf(e *entry, target int) int {
	return int(e.scatter.from[target])<<3 | bits.TrailingZeros8(e.scatter.mask[target])
}

func shortLines(p board.Piece, sq int) []conform.Fault {
	return conform.WrongLength("lines", p, sq, &[...]*[64]uint64{&rookLines, &bishopLines}[p][sq])
}
