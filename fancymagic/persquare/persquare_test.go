package persquare_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/persquare"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: persquare.Rook, BishopFunc: persquare.Bishop, QueenFunc: persquare.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
