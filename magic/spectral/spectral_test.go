package spectral_test

import (
	"testing"

	"github.com/slidebench/slidebench/magic/spectral"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: spectral.Rook, BishopFunc: spectral.Bishop, QueenFunc: spectral.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
