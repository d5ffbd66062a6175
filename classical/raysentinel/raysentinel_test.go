package raysentinel_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/raysentinel"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var technique = techniquestest.Funcs{
	RookFunc: raysentinel.Rook, BishopFunc: raysentinel.Bishop, QueenFunc: raysentinel.Queen,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }
