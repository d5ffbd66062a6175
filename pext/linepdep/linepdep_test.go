package linepdep_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext/linepdep"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is linepdep with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return linepdep.Both(sq, occ) }

var conformant = technique{techniquestest.Funcs{RookFunc: linepdep.Rook, BishopFunc: linepdep.Bishop, QueenFunc: linepdep.Queen}}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
