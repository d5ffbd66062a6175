package computed

import (
	"testing"

	"github.com/slidebench/slidebench/board"
)

func TestLines(t *testing.T) {
	for sq := range 64 {
		for _, c := range []struct {
			name string
			got  func(sq int) uint64
			rays []board.Direction
		}{
			{"rank", Rank, []board.Direction{board.East, board.West}},
			{"file", File, []board.Direction{board.North, board.South}},
			{"diagonal", Diagonal, []board.Direction{board.NorthEast, board.SouthWest}},
			{"antidiagonal", Antidiagonal, []board.Direction{board.NorthWest, board.SouthEast}},
			{"northeast", NorthEast, []board.Direction{board.NorthEast}},
			{"northwest", NorthWest, []board.Direction{board.NorthWest}},
		} {
			var want uint64
			for _, d := range c.rays {
				want |= board.Ray(d, sq)
			}
			for _, s := range []int{sq, sq + 64, sq - 64} { // only the lowest six bits count
				if got := c.got(s); got != want {
					t.Errorf("%s of %s, asked for as %d: got\n%swant\n%s",
						c.name, board.SquareName(sq), s, board.Picture(got), board.Picture(want))
				}
			}
		}
	}
}
