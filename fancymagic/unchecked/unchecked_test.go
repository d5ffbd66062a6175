package unchecked_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/unchecked"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: unchecked.Rook, BishopFunc: unchecked.Bishop, QueenFunc: unchecked.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
