package dual_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/dual"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = linestest.Technique{
	Funcs:    techniquestest.Funcs{RookFunc: dual.Rook, BishopFunc: dual.Bishop, QueenFunc: dual.Queen},
	BothFunc: dual.Both,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
