package movemask

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The software form is what lookups reach only where there is no assembly.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, conform.OfBoth(softBoth)) }

// The instruction is what is to be tested and timed under the name movemask, so its absence is reported.
func TestInstruction(t *testing.T) {
	techniquestest.Need(t, "sse2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, conform.OfBoth(softBoth)); err != nil {
		t.Fatal(err)
	}
}
