package overlayadjacent_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/overlayadjacent"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: overlayadjacent.Rook, BishopFunc: overlayadjacent.Bishop, QueenFunc: overlayadjacent.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
