package unrolled_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/unrolled"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: unrolled.Rook, BishopFunc: unrolled.Bishop, QueenFunc: unrolled.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
