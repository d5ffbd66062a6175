package techniquestest_test

import (
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// engine stands for the package of an engine, which has lookups of its own.
var engine = struct {
	RookAttacks, BishopAttacks func(sq int, occ uint64) uint64
}{best.Rook, best.Bishop}

// TestAttacks is the test in the README: a test of documents compares them.
func TestAttacks(t *testing.T) {
	techniquestest.Run(t, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})
}
