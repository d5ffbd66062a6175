package incremental_test

import (
	"testing"

	"github.com/slidebench/slidebench/stateful/incremental"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is incremental with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return incremental.Both(sq, occ) }

var conformant = technique{
	techniquestest.Funcs{RookFunc: incremental.Rook, BishopFunc: incremental.Bishop, QueenFunc: incremental.Queen},
}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestStateConforms(t *testing.T) { techniquestest.RunState[incremental.State](t) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
