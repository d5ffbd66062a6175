package modulo_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/modulo"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: modulo.Rook, BishopFunc: modulo.Bishop, QueenFunc: modulo.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
