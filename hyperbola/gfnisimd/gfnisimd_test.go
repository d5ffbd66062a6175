package gfnisimd_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/gfnisimd"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = linestest.Technique{
	Funcs:    techniquestest.Funcs{RookFunc: gfnisimd.Rook, BishopFunc: gfnisimd.Bishop, QueenFunc: gfnisimd.Queen},
	BothFunc: gfnisimd.Both,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
