package exploding_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/exploding"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: exploding.Rook, BishopFunc: exploding.Bishop, QueenFunc: exploding.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
