package quintessence_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/quintessence"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: quintessence.Rook, BishopFunc: quintessence.Bishop, QueenFunc: quintessence.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
