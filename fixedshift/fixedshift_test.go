package fixedshift_test

import (
	"testing"

	"github.com/slidebench/slidebench/fixedshift"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: fixedshift.Rook, BishopFunc: fixedshift.Bishop, QueenFunc: fixedshift.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
