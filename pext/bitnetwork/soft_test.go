package bitnetwork

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// software is the software form, which the lookups reach only where there are no instructions.
var software = techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, software) }

// The instructions must be what is tested and timed under the name bitnetwork, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, software); err != nil {
		t.Fatal(err)
	}
}
