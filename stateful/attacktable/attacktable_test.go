package attacktable_test

import (
	"testing"

	"github.com/slidebench/slidebench/stateful/attacktable"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: attacktable.Rook, BishopFunc: attacktable.Bishop, QueenFunc: attacktable.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func TestState(t *testing.T) { techniquestest.RunState[attacktable.State](t) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
