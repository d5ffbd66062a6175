package quintessencecomputed_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/quintessencecomputed"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: quintessencecomputed.Rook, BishopFunc: quintessencecomputed.Bishop, QueenFunc: quintessencecomputed.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
