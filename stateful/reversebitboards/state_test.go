package reversebitboards

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
)

// A state that forgets a square in one of its words is found out.
func TestFaultsOfStates(t *testing.T) {
	for name, err := range map[string]error{
		"occupancy not added":        conform.CheckState[forgetsOcc](1),
		"reversed square not added":  conform.CheckState[forgetsReversed](1),
		"reversed square not taken":  conform.CheckState[keepsReversed](1),
		"reversed square not turned": conform.CheckState[turnsNot](1),
	} {
		if err == nil {
			t.Errorf("%s: not caught", name)
		}
	}
}

type (
	forgetsOcc      struct{ State }
	forgetsReversed struct{ State }
	keepsReversed   struct{ State }
	turnsNot        struct{ State }
)

func (s *forgetsOcc) Add(sq int)      { s.reversed ^= 1 << 63 >> sq }
func (s *forgetsReversed) Add(sq int) { s.occ ^= 1 << sq }
func (s *keepsReversed) Remove(sq int) {
	s.occ ^= 1 << sq
}
func (s *turnsNot) Add(sq int) { s.occ, s.reversed = s.occ^1<<sq, s.reversed^1<<sq }
