package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Each use of the engine gives the right number of answers, and the same checksum when it is asked again.
func TestUses(t *testing.T) {
	e := engine.Bound()
	games(t, 1, func(p *position.Position, _ *rand.Rand) {
		loud := 0
		for _, m := range engine.Legal(p) {
			if m.IsCapture(p) || m.Promotion() != position.Pawn {
				loud++
			}
		}
		for use, want := range map[string]int{bound.Attackers: 64, bound.Checks: 1, bound.Moves: 1, bound.Mobility: 1, bound.Exchange: loud} {
			answers, sum := e.Uses[use](p)
			if again, sumAgain := e.Uses[use](p); answers != want || again != want || sum != sumAgain {
				t.Errorf("%s: %s: %d answers, checksum %#x, then %d, %#x; want %d", p, use, answers, sum, again, sumAgain, want)
			}
		}
	})
}
