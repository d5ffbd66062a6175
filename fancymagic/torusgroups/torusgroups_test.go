package torusgroups_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/torusgroups"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: torusgroups.Rook, BishopFunc: torusgroups.Bishop, QueenFunc: torusgroups.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
