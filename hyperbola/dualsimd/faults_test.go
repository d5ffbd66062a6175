package dualsimd

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "simd", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.OfBoth(Both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			constant := unsafe.Slice((*uint8)(unsafe.Pointer(&swap)), swapBytes)
			return slices.Concat(parts(p, sq), linestest.WrongConstant(sq, constant),
				wrongLanes("wrong square", sq, &entries[sq].b), wrongLanes("wrong swapped square", sq, &entries[sq].swapped))
		},
	})
}

// The scalar lookups read the square from the lines' free lane.
func TestFaultsOfTheScalarForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return append(parts(p, sq), conform.FlippedBits("wrong square", sq, &lanesOf(sq).b)...)
		},
	})
}

func parts(p board.Piece, sq int) []conform.Fault {
	l := lanesOf(sq)
	if p == board.Rook {
		at := func(file int, occ uint64) *uint8 { return &rankAttacks[occ][file] }
		return slices.Concat(conform.WrongLine(p, sq, &l.file), linestest.WrongRanks(sq, at))
	}
	return slices.Concat(conform.WrongLine(p, sq, &l.diagonal), conform.WrongLine(p, sq, &l.antidiagonal))
}

// wrongLanes returns faults with one bit of each lane flipped.
func wrongLanes(kind string, sq int, v *vector) (faults []conform.Fault) {
	for lane := range 4 {
		for _, f := range conform.FlippedBits(kind, sq, &(*[4]uint64)(unsafe.Pointer(v))[lane]) {
			f.Detail = fmt.Sprintf("lane %d, %s", lane, f.Detail)
			faults = append(faults, f)
		}
	}
	return faults
}
