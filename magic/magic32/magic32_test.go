package magic32_test

import (
	"testing"

	"github.com/slidebench/slidebench/magic/magic32"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: magic32.Rook, BishopFunc: magic32.Bishop, QueenFunc: magic32.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
