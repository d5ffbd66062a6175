package position_test

import (
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// Each part of a position has its part in the key.
func TestKeysDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for _, fen := range []string{
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq -",
		"r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq -", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk -", "r3k2r/8/8/3pP3/8/8/8/R3K2R w - -",
		"r3k2r/8/8/2Pp4/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/2Pp4/8/8/8/R3K2R w KQkq d6", "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq -",
		"r3k2r/8/8/3nP3/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/3NP3/8/8/8/R3K2R w KQkq -",
	} {
		p := position.MustFEN(fen)
		if other := seen[p.Key()]; other != "" {
			t.Errorf("%s and %s have one key", fen, other)
		}
		seen[p.Key()] = fen
	}
}
