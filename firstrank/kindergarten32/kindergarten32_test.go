package kindergarten32_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/kindergarten32"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: kindergarten32.Rook, BishopFunc: kindergarten32.Bishop, QueenFunc: kindergarten32.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
