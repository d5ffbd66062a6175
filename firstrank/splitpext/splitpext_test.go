package splitpext_test

import (
	"testing"

	"github.com/slidebench/slidebench/firstrank/splitpext"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is splitpext with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return splitpext.Both(sq, occ) }

var conformant = technique{techniquestest.Funcs{
	RookFunc: splitpext.Rook, BishopFunc: splitpext.Bishop, QueenFunc: splitpext.Queen,
}}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
