package kindergarten32

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
)

// The published index of a file shifts the whole board by 29, which brings the fourth rank's squares of the files f, g and h into
// the word twice. Sliders on the edges of these files then have the same index for a full file as for an empty one.
func TestPublishedFormIsWrong(t *testing.T) {
	index := func(x uint64) uint32 { return (uint32(x) | uint32(x>>29)) * fileFactor >> 26 }
	var wrong []string
	for sq := range 64 {
		attacks := map[uint32]uint64{}
		for sub := range board.Subsets(lines.File.Mask(sq)) {
			got := lines.File.Attacks(sq, sub)
			if before, ok := attacks[index(sub)]; ok && before != got {
				wrong = append(wrong, board.SquareName(sq))
			}
			attacks[index(sub)] = got
		}
	}
	if want := []string{"f1", "g1", "h1", "f8", "g8", "h8"}; !slices.Equal(wrong, want) {
		t.Errorf("the published form is wrong on %v, not on %v", wrong, want)
	}
}
