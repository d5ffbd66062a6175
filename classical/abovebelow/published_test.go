package abovebelow

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// publishedBelow and publishedAbove are the forms that the wiki prints.
func publishedBelow(ray, occ uint64) uint64 {
	x := occ & ray
	x &= -x
	return x | ray&(x-1)
}

func publishedAbove(ray, occ uint64) uint64 {
	x := occ & ray
	if x != 0 {
		x = 1 << (bits.Len64(x) - 1)
	}
	return x | ray&(x^-x)
}

// The published forms are as the package comment says: the first has our answers, and so has the second, but for rays without a blocker.
func TestPublishedForms(t *testing.T) {
	for sq := range 64 {
		for _, d := range board.Directions(board.Queen) {
			ray := board.Ray(d, sq)
			for occ := range board.Subsets(ray) {
				if up := d%2 == 0; up {
					if got, want := publishedBelow(ray, occ), below(ray, occ); got != want {
						t.Fatalf("%#x with %#x: %#x published, %#x here", ray, occ, got, want)
					}
					continue
				}
				got, want := publishedAbove(ray, occ), above(ray, occ)
				if occ != 0 && got != want {
					t.Fatalf("%#x with %#x: %#x published, %#x here", ray, occ, got, want)
				}
				if occ == 0 && (got != 0 || want != ray) {
					t.Fatalf("%#x, empty: %#x published, which is said to be nothing, %#x here", ray, got, want)
				}
			}
		}
	}
}
