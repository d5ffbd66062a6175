package reversal_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/reversal"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: reversal.Rook, BishopFunc: reversal.Bishop, QueenFunc: reversal.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
