package torus_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/torus"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: torus.Rook, BishopFunc: torus.Bishop, QueenFunc: torus.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
