package abovebelow_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/abovebelow"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: abovebelow.Rook, BishopFunc: abovebelow.Bishop, QueenFunc: abovebelow.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
