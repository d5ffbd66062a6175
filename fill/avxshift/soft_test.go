package avxshift

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softTechnique is the software form, which the exported functions reach only where there is no AVX2.
type softTechnique struct{ techniquestest.Funcs }

func (softTechnique) Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(1<<sq, occ) }

var soft = softTechnique{techniquestest.Funcs{
	RookFunc:   func(sq int, occ uint64) uint64 { return softRooks(1<<sq, occ) },
	BishopFunc: func(sq int, occ uint64) uint64 { return softBishops(1<<sq, occ) },
	QueenFunc:  func(sq int, occ uint64) uint64 { return softQueens(1<<sq, occ) },
}}

func TestSoftwareFormConforms(t *testing.T) {
	if Available() != nil {
		t.Skip("it is what TestConformance and TestSets prove here")
	}
	techniquestest.Run(t, soft)
	techniquestest.RunSets(t, techniquestest.SetFuncs{RooksFunc: softRooks, BishopsFunc: softBishops, QueensFunc: softQueens})
}

// The lanes are what is to be tested and timed under the name avxshift, so their absence is reported.
func TestLanes(t *testing.T) { techniquestest.Need(t, "avx2", Available()) }
