package avxshift_test

import (
	"testing"

	"github.com/slidebench/slidebench/fill/avxshift"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is avxshift with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return avxshift.Both(sq, occ) }

var conformant = technique{
	techniquestest.Funcs{RookFunc: avxshift.Rook, BishopFunc: avxshift.Bishop, QueenFunc: avxshift.Queen},
}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestSets(t *testing.T) {
	techniquestest.RunSets(t, techniquestest.SetFuncs{
		RooksFunc: avxshift.Rooks, BishopsFunc: avxshift.Bishops, QueensFunc: avxshift.Queens,
	})
}

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
