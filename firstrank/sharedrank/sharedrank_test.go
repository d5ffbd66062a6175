package sharedrank_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/sharedrank"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: sharedrank.Rook, BishopFunc: sharedrank.Bishop, QueenFunc: sharedrank.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
