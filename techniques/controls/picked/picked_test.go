package picked_test

import (
	"testing"

	"github.com/slidebench/slidebench/best"
)

// A pick that changes in best must change here.
func TestPicks(t *testing.T) {
	for _, p := range best.Picks() {
		if p.Use != best.Batch && p.Technique != "quintessence" {
			t.Errorf("best picks %s for %s, and this package calls quintessence", p.Technique, p.Use)
		}
	}
}
