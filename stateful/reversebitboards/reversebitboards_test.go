package reversebitboards_test

import (
	"testing"

	"github.com/slidebench/slidebench/stateful/reversebitboards"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: reversebitboards.Rook, BishopFunc: reversebitboards.Bishop, QueenFunc: reversebitboards.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func TestStateConforms(t *testing.T) { techniquestest.RunState[reversebitboards.State](t) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
