package blockers

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		// Without the queen: in her one loop a wrong square of one piece is taken from the lines of the other.
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &[...]*[64]entry{&rookEntries, &bishopEntries}[p][sq]
			// A square too many in a mask does no harm: behind it lies what cannot be attacked, or nothing.
			missing := board.Mask(p, sq) & -board.Mask(p, sq)
			faults := append(conform.WrongLength("lines", p, sq, &e.lines),
				conform.Wrong("mask without a relevant square", "", &e.mask, e.mask&^missing))
			for i, target := range slices.Collect(board.Squares(e.mask)) {
				if i%4 == 0 {
					faults = append(faults, conform.FlippedBits("wrong squares behind", sq+i, &behind[sq][target])...)
				}
			}
			return faults
		},
	})
}
