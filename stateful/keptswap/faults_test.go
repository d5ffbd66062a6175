package keptswap

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			faults := parts(p, sq)
			if p == board.Bishop {
				at := &all.reverse[sq%len(all.reverse)]
				faults = append(faults, conform.Everywhere(^uint64(0), []conform.Fault{conform.Wrong("wrong constant", "", at, *at^1)})...)
			}
			return faults
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: soft, Fill: Build, Parts: parts})
}

// parts returns faults of a square's entry, which serves the mirrored square as well.
func parts(p board.Piece, sq int) (faults []conform.Fault) {
	e := &all.entries[sq]
	if p == board.Rook {
		file := sq & 7
		for inner := file; inner < len(all.ranks); inner += 13 {
			faults = append(faults, conform.FlippedBits("wrong attacks within a rank", sq+inner, &all.ranks[inner][file])...)
		}
		faults = conform.Everywhere(0x0101010101010101<<file, faults)
		faults = append(faults, conform.WrongLine(p, sq, &e.file)...)
	} else {
		faults = append(conform.WrongLine(p, sq, &e.diagonal), conform.WrongLine(p, sq, &e.antidiagonal)...)
	}
	return append(faults, conform.FlippedBits("wrong square", sq, &e.b)...)
}

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
