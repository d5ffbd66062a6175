package sherwinbytes_test

import (
	"testing"

	"github.com/slidebench/slidebench/sherwin/sherwinbytes"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: sherwinbytes.Rook, BishopFunc: sherwinbytes.Bishop, QueenFunc: sherwinbytes.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
