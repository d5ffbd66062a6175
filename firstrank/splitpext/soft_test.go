package splitpext

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which Rook, Bishop and Both reach only where there is no instruction.
var soft = conform.BothFuncs{Funcs: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}, BothFunc: softBoth}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, soft) }

// The instruction must be what is tested and timed under the name splitpext, so its absence is reported.
func TestInstruction(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, soft); err != nil {
		t.Fatal(err)
	}
}
