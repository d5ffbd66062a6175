package shifted_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/shifted"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: shifted.Rook, BishopFunc: shifted.Bishop, QueenFunc: shifted.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
