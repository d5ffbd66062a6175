package kindergarten_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/kindergarten"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: kindergarten.Rook, BishopFunc: kindergarten.Bishop, QueenFunc: kindergarten.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
