package blackmagic_test

import (
	"testing"

	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: blackmagic.Rook, BishopFunc: blackmagic.Bishop, QueenFunc: blackmagic.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
