package pdep

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// software is the software form, which Rook, Bishop and Both reach only where there are no instructions.
var software = conform.BothFuncs{Funcs: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}, BothFunc: softBoth}

func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, software) }

// The instructions must be what is tested and timed under the name pdep, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	if err := conform.Alike(techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop}, software); err != nil {
		t.Fatal(err)
	}
}

// Slots of 16 bits have room for every line's squares.
func TestSlotsAreWideEnough(t *testing.T) {
	for sq := range 64 {
		for _, s := range []*soft{&rookSoft[sq], &bishopSoft[sq]} {
			if all := s.lines.Extract(^uint64(0)); all > 1<<16-1 {
				t.Errorf("%s: the lines take %#x", board.SquareName(sq), all)
			}
		}
	}
}
