package pdep

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softTechnique is the software form, which Rook, Bishop and Both reach only where there are no instructions.
type softTechnique struct{ techniquestest.Funcs }

func (softTechnique) Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }

func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, softTechnique{techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop}})
}

// The instructions must be what is tested and timed under the name pdep, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	for sq := range 64 {
		for sub := range board.Subsets(board.Mask(board.Rook, sq)) {
			if got, want := Rook(sq, ^sub), softRook(sq, ^sub); got != want {
				t.Fatalf("rook on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), ^sub, got, want)
			}
		}
		for sub := range board.Subsets(board.Mask(board.Bishop, sq)) {
			if got, want := Bishop(sq, ^sub), softBishop(sq, ^sub); got != want {
				t.Fatalf("bishop on %s, occupancy %#x: got %#x, software says %#x", board.SquareName(sq), ^sub, got, want)
			}
		}
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
