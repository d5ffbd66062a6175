package keptswap

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softState is a State whose bishop is what lookups reach only where there is no AVX2.
type softState struct{ State }

func (s *softState) Bishop(sq int) uint64 { return softBishop(&s.State, sq) }
func (s *softState) Queen(sq int) uint64  { return s.Rook(sq) | s.Bishop(sq) }

// soft prepares such a State for each question.
var soft = techniquestest.Funcs{
	RookFunc: Rook,
	BishopFunc: func(sq int, occ uint64) uint64 {
		var s softState
		s.Prepare(occ)
		return s.Bishop(sq)
	},
}

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, soft)
	techniquestest.RunState[softState](t)
}

// The halves are what is to be tested and timed under the name keptswap, so their absence is reported.
func TestHalves(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, soft); err != nil {
		t.Fatal(err)
	}
}
