package koggestoneavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fill/internal/filltest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which the exported functions reach only where there is no AVX2.
var soft = filltest.Form{Rooks: softRooks, Bishops: softBishops, Queens: softQueens, Both: softBoth}

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts:     parts,
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: soft.Technique(), Fill: Build, Parts: parts})
}

func parts(p board.Piece, sq int) []conform.Fault {
	return filltest.WrongLanes(p, sq, &lanes.step, &lanes.firstUp, &lanes.firstDown)
}

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, soft.Technique())
	techniquestest.RunSets(t, soft.Sets())
}

// The lanes are what is to be tested and timed under the name koggestoneavx2, so their absence is reported.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	if err := filltest.Alike(filltest.Form{Rooks: rooks, Bishops: bishops, Queens: queens, Both: both}, soft); err != nil {
		t.Fatal(err)
	}
}
