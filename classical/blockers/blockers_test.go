package blockers_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/blockers"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: blockers.Rook, BishopFunc: blockers.Bishop, QueenFunc: blockers.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
