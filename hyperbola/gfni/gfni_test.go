package gfni_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/gfni"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = linestest.Technique{
	Funcs:    techniquestest.Funcs{RookFunc: gfni.Rook, BishopFunc: gfni.Bishop, QueenFunc: gfni.Queen},
	BothFunc: gfni.Both,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
