package softpext_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext/softpext"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: softpext.Rook, BishopFunc: softpext.Bishop, QueenFunc: softpext.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
