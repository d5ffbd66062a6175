package kgssb_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/kgssb"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: kgssb.Rook, BishopFunc: kgssb.Bishop, QueenFunc: kgssb.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
