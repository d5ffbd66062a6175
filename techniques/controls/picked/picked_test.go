package picked_test

import (
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/techniques/controls/picked"
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
		if p.Use != best.Batch && p.Technique != "quintessence" {
			t.Errorf("best picks %s for %s, and this package calls quintessence", p.Technique, p.Use)
		}
	}
}
