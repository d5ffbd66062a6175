package castingout_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/castingout"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: castingout.Rook, BishopFunc: castingout.Bishop, QueenFunc: castingout.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
