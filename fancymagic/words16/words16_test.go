package words16_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/words16"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: words16.Rook, BishopFunc: words16.Bishop, QueenFunc: words16.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
