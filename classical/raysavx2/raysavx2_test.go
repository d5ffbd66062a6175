package raysavx2_test

import (
	"testing"

	"github.com/slidebench/slidebench/classical/raysavx2"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is raysavx2 with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return raysavx2.Both(sq, occ) }

var conformant = technique{
	techniquestest.Funcs{RookFunc: raysavx2.Rook, BishopFunc: raysavx2.Bishop, QueenFunc: raysavx2.Queen},
}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
