package bitnetwork_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext/bitnetwork"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{RookFunc: bitnetwork.Rook, BishopFunc: bitnetwork.Bishop, QueenFunc: bitnetwork.Queen}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
