package genetic8ray_test

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/genetic8ray"
	"github.com/slidebench/slidebench/hyperbola/internal/lines/linestest"
)

// As published, each ray is reversed by itself.
func TestPublishedForm(t *testing.T) {
	onRay := func(isRank bool, ray, occ uint64) uint64 {
		x := occ & ray
		if isRank {
			return (x ^ (x - 1)) & ray
		}
		return (x - 1) << 1 & ray
	}
	reversed := func(isRank bool, ray, occ uint64) uint64 {
		x := occ & ray
		if isRank {
			return (x ^ bits.Reverse64(bits.Reverse64(x)-1)) & ray
		}
		return bits.Reverse64(bits.Reverse64(x)-1) >> 1 & ray
	}
	for q := range linestest.Questions() {
		above, below := q.Line&(^uint64(1)<<q.Square), q.Line&(1<<q.Square-1)
		published := onRay(q.IsRank, above, q.Occ) | reversed(q.IsRank, below, q.Occ)
		ours := genetic8ray.Queen(q.Square, q.Occ) & q.Line
		if published != q.Attacks || ours != q.Attacks {
			t.Fatalf("%s, occupancy %#x: published %#x, ours %#x, want %#x",
				board.SquareName(q.Square), q.Occ, published, ours, q.Attacks)
		}
	}
}
