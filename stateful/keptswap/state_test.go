package keptswap

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
)

// A state that forgets a square in one of its words is found out.
func TestFaultsOfStates(t *testing.T) {
	for name, err := range map[string]error{
		"occupancy not added":         conform.CheckState[forgetsOcc](1),
		"swapped square not added":    conform.CheckState[forgetsSwapped](1),
		"swapped square not taken":    conform.CheckState[keepsSwapped](1),
		"swapped square not mirrored": conform.CheckState[mirrorsNot](1),
	} {
		if err == nil {
			t.Errorf("%s: not caught", name)
		}
	}
}

type (
	forgetsOcc     struct{ State }
	forgetsSwapped struct{ State }
	keepsSwapped   struct{ State }
	mirrorsNot     struct{ State }
)

func (s *forgetsOcc) Add(sq int)      { s.swapped ^= 1 << (sq ^ 56) }
func (s *forgetsSwapped) Add(sq int)  { s.occ ^= 1 << sq }
func (s *keepsSwapped) Remove(sq int) { s.occ ^= 1 << sq }
func (s *mirrorsNot) Add(sq int)      { s.occ, s.swapped = s.occ^1<<sq, s.swapped^1<<sq }
