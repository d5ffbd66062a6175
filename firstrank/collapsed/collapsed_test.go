package collapsed_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/collapsed"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: collapsed.Rook, BishopFunc: collapsed.Bishop, QueenFunc: collapsed.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
