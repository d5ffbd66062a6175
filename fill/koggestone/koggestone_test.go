package koggestone_test

import (
	"testing"

	"github.com/slidebench/slidebench/fill/koggestone"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: koggestone.Rook, BishopFunc: koggestone.Bishop, QueenFunc: koggestone.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func TestSets(t *testing.T) {
	techniquestest.RunSets(t, techniquestest.SetFuncs{
		RooksFunc: koggestone.Rooks, BishopsFunc: koggestone.Bishops, QueensFunc: koggestone.Queens,
	})
}

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
