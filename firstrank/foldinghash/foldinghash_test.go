package foldinghash_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/foldinghash"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: foldinghash.Rook, BishopFunc: foldinghash.Bishop, QueenFunc: foldinghash.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
