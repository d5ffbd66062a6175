package correlation_test

import (
	"testing"

	"github.com/slidebench/slidebench/magic/correlation"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: correlation.Rook, BishopFunc: correlation.Bishop, QueenFunc: correlation.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
