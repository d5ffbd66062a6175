package blockers

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, techniquestest.Tables{
		// Without the queen: in her one loop a wrong square of one piece is taken from the lines of the other.
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []techniquestest.Fault {
			e := &[...]*[64]entry{&rookEntries, &bishopEntries}[p][sq]
			// A square too many in a mask does no harm: behind it lies what cannot be attacked, or nothing.
			missing := board.Mask(p, sq) & -board.Mask(p, sq)
			faults := []techniquestest.Fault{
				techniquestest.Wrong("mask without a relevant square", "", &e.mask, e.mask&^missing),
			}
			for _, wrong := range techniquestest.WrongRays(p, sq, e.lines) {
				faults = append(faults, techniquestest.Wrong("lines too short", "", &e.lines, wrong))
			}
			for i, target := range slices.Collect(board.Squares(e.mask)) {
				if i%4 == 0 {
					faults = append(faults, techniquestest.FlippedBits("wrong squares behind", sq+i, &behind[sq][target])...)
				}
			}
			return faults
		},
	})
}
