package avxshift

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts:     parts,
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: soft, Fill: Build, Parts: parts})
}

// parts returns faults of the piece's two lanes, at the square itself and the next ones on its lines.
func parts(p board.Piece, sq int) (faults []conform.Fault) {
	own := uint64(1) << sq
	for i := range 2 {
		i += 2 * int(p)
		step, lastUp, lastDown := &lanes.step[i], &lanes.lastUp[i], &lanes.lastDown[i]
		faults = append(faults, conform.OffByOne("wrong step", step)...)
		for _, wrong := range []uint64{own, own << *step, own >> *step} {
			faults = append(faults,
				conform.Wrong("wrong edge upwards", "", lastUp, *lastUp^wrong),
				conform.Wrong("wrong edge downwards", "", lastDown, *lastDown^wrong),
			)
		}
	}
	return faults
}
