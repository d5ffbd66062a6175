package pextload_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext/pextload"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: pextload.Rook, BishopFunc: pextload.Bishop, QueenFunc: pextload.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
