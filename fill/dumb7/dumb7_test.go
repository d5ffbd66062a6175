package dumb7_test

import (
	"testing"

	"github.com/slidebench/slidebench/fill/dumb7"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: dumb7.Rook, BishopFunc: dumb7.Bishop, QueenFunc: dumb7.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func TestSets(t *testing.T) {
	techniquestest.RunSets(t, techniquestest.SetFuncs{
		RooksFunc: dumb7.Rooks, BishopsFunc: dumb7.Bishops, QueensFunc: dumb7.Queens,
	})
}

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
