package classical_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: classical.Rook, BishopFunc: classical.Bishop, QueenFunc: classical.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
