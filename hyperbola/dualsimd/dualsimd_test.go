package dualsimd_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/dualsimd"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = linestest.Technique{
	Funcs:    techniquestest.Funcs{RookFunc: dualsimd.Rook, BishopFunc: dualsimd.Bishop, QueenFunc: dualsimd.Queen},
	BothFunc: dualsimd.Both,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
