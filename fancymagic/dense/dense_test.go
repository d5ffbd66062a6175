package dense_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/dense"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: dense.Rook, BishopFunc: dense.Bishop, QueenFunc: dense.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
