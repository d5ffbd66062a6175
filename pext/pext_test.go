package pext_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is pext with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return pext.Both(sq, occ) }

var conformant = technique{techniquestest.Funcs{RookFunc: pext.Rook, BishopFunc: pext.Bishop, QueenFunc: pext.Queen}}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
