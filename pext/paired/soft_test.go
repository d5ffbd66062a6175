package paired

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// software is the software form, which Rook, Bishop and Both reach only where there are no instructions.
var software = conform.BothFuncs{Funcs: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}, BothFunc: softBoth}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, software) }

// The instructions must be what is tested and timed under the name paired, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, software); err != nil {
		t.Fatal(err)
	}
}
