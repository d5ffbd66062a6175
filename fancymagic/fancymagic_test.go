package fancymagic_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: fancymagic.Rook, BishopFunc: fancymagic.Bishop, QueenFunc: fancymagic.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
