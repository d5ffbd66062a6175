package byteboard

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which the lookups reach only where there is no AVX2.
var soft = techniquestest.Funcs{
	RookFunc:   func(sq int, occ uint64) uint64 { return softQueen(sq, occ) & rookLines[sq&63] },
	BishopFunc: func(sq int, occ uint64) uint64 { return softQueen(sq, occ) & bishopLines[sq&63] },
	QueenFunc:  softQueen,
}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, soft) }

// The vectors must be what is tested and timed under the name byteboard, so their absence is reported.
func TestVectors(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, soft); err != nil {
		t.Fatal(err)
	}
}
