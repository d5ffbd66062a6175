package linepdep

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which the lookups reach only where there are no instructions.
var soft = conform.BothFuncs{Funcs: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}, BothFunc: softBoth}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, soft) }

// The instructions must be what is tested and timed under the name linepdep, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, soft); err != nil {
		t.Fatal(err)
	}
}
