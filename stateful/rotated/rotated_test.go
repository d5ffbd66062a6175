package rotated_test

import (
	"testing"

	"github.com/slidebench/slidebench/stateful/rotated"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is rotated with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return rotated.Both(sq, occ) }

var conformant = technique{techniquestest.Funcs{RookFunc: rotated.Rook, BishopFunc: rotated.Bishop, QueenFunc: rotated.Queen}}

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestStateConforms(t *testing.T) { techniquestest.RunState[rotated.State](t) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }
