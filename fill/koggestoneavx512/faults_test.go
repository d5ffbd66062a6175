package koggestoneavx512

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fill/internal/filltest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// soft is the software form, which the exported functions reach only where there is no AVX-512 with VBMI and GFNI.
var soft = filltest.Form{Rooks: softRooks, Bishops: softBishops, Queens: softQueens, Both: softBoth}

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx512", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			at := &lanes.order[8*(sq>>3)+4*int(p^1)+sq&3] // the rank of sq in one of the piece's lanes, of which the last is the first
			constants := conform.Everywhere(^uint64(0), []conform.Fault{
				conform.Wrong("wrong order", "", at, *at^1), conform.Wrong("wrong units", "", &lanes.units, lanes.units&^(1<<(9*(sq&7)))),
			})
			return append(parts(p, sq), constants...)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: soft.Technique(), Fill: Build, Parts: parts})
}

// parts returns faults of a piece's four lanes, at the square itself and the next ones in their directions.
func parts(p board.Piece, sq int) (faults []conform.Fault) {
	for i := range 4 {
		i += 4 * int(p)
		faults = append(faults, conform.OffByOne("wrong step", &lanes.step[i])...)
		for _, wrong := range []uint64{1 << sq, bits.RotateLeft64(1<<sq, int(lanes.step[i]))} {
			faults = append(faults, conform.Wrong("wrong edge", "", &lanes.entered[i], lanes.entered[i]^wrong))
		}
	}
	return faults
}

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, soft.Technique())
	techniquestest.RunSets(t, soft.Sets())
}

// The lanes are what is to be tested and timed under the name koggestoneavx512, so their absence is reported.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx512", Available())
	if err := filltest.Alike(filltest.Form{Rooks: rooks, Bishops: bishops, Queens: queens, Both: both}, soft); err != nil {
		t.Fatal(err)
	}
}
