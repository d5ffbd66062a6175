package naive_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/naive"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: naive.Rook, BishopFunc: naive.Bishop, QueenFunc: naive.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
