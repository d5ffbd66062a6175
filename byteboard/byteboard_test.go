package byteboard_test

import (
	"testing"

	"github.com/slidebench/slidebench/byteboard"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is byteboard with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return byteboard.Both(sq, occ) }

var conformant = technique{
	techniquestest.Funcs{RookFunc: byteboard.Rook, BishopFunc: byteboard.Bishop, QueenFunc: byteboard.Queen},
}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
