package rays_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/rays"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: rays.Rook, BishopFunc: rays.Bishop, QueenFunc: rays.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
