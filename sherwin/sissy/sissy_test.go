package sissy_test

import (
	"testing"

	"github.com/slidebench/slidebench/sherwin/sissy"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is sissy with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return sissy.Both(sq, occ) }

var conformant = technique{techniquestest.Funcs{RookFunc: sissy.Rook, BishopFunc: sissy.Bishop, QueenFunc: sissy.Queen}}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
