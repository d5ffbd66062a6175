package byteboard

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, techniquestest.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []techniquestest.Fault) {
			e := &entries[sq]
			for i, t := range slices.Collect(board.Squares(board.Lines(p, sq))) {
				if i%4 != sq%4 {
					continue
				}
				// The bit of rays that stands for t.
				bit := int(e.scatter.from[t])<<3 | slices.Index([]uint8{1, 2, 4, 8, 16, 32, 64, 128}, e.scatter.mask[t])
				faults = slices.Concat(faults,
					techniquestest.FlippedBits("gathered from a wrong byte", sq+i, &e.gather.from[bit]),
					techniquestest.FlippedBits("gathered by a wrong mask", sq+i, &e.gather.mask[bit]),
					techniquestest.FlippedBits("scattered from a wrong byte", sq+i, &e.scatter.from[t]),
					techniquestest.FlippedBits("scattered by a wrong mask", sq+i, &e.scatter.mask[t]),
				)
			}
			lines := &[...]*[64]uint64{&rookLines, &bishopLines}[p][sq]
			for _, short := range techniquestest.WrongRays(p, sq, *lines) {
				faults = append(faults, techniquestest.Wrong("lines too short", "", lines, short))
			}
			return faults
		},
	})
}
