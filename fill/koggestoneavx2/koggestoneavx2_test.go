package koggestoneavx2_test

import (
	"testing"

	"github.com/slidebench/slidebench/fill/koggestoneavx2"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is koggestoneavx2 with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return koggestoneavx2.Both(sq, occ) }

var conformant = technique{
	techniquestest.Funcs{RookFunc: koggestoneavx2.Rook, BishopFunc: koggestoneavx2.Bishop, QueenFunc: koggestoneavx2.Queen},
}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestSets(t *testing.T) {
	techniquestest.RunSets(t, techniquestest.SetFuncs{
		RooksFunc: koggestoneavx2.Rooks, BishopsFunc: koggestoneavx2.Bishops, QueensFunc: koggestoneavx2.Queens,
	})
}

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
