package compressed_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/compressed"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: compressed.Rook, BishopFunc: compressed.Bishop, QueenFunc: compressed.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
