package attacks_test

import (
	"testing"

	"example.com/engine/attacks"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// lookup has the arguments that the suite asks with.
type lookup struct{}

func (lookup) Rook(sq int, occ uint64) uint64 {
	return uint64(attacks.Rook(attacks.Square(sq), attacks.Bitboard(occ)))
}

func (lookup) Bishop(sq int, occ uint64) uint64 {
	return uint64(attacks.Bishop(attacks.Square(sq), attacks.Bitboard(occ)))
}

// The lookups are right for all subsets of all lines.
func TestAttacks(t *testing.T) { techniquestest.Run(t, lookup{}) }
