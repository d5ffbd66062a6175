package magic_test

import (
	"testing"

	"github.com/slidebench/slidebench/magic"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: magic.Rook, BishopFunc: magic.Bishop, QueenFunc: magic.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
