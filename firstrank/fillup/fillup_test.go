package fillup_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/fillup"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: fillup.Rook, BishopFunc: fillup.Bishop, QueenFunc: fillup.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
