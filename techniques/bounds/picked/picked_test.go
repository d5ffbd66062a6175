package picked_test

import (
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/techniques/bounds/picked"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return picked.Both(sq, occ) }

func TestConformance(t *testing.T) {
	techniquestest.Run(t, technique{techniquestest.Funcs{RookFunc: picked.Rook, BishopFunc: picked.Bishop, QueenFunc: picked.Queen}})
}

// A pick that changes in best must change here.
func TestPicks(t *testing.T) {
	for _, p := range best.Picks() {
		switch {
		case p.Use == best.One && p.Technique != "quintessence":
			t.Errorf("best picks %s for one answer, and this package calls quintessence", p.Technique)
		case p.Use == best.Pair && p.Technique != "quintessence" && p.Technique != "dual":
			t.Errorf("best picks %s for two answers, and this package calls dual or quintessence", p.Technique)
		}
	}
}
