package compressed

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The numbers of attack sets in the package comment.
func TestAttackSets(t *testing.T) {
	for rank, want := range [8]int{7, 6, 10, 12, 12, 10, 6, 7} {
		sets := map[uint64]bool{}
		for sub := range board.Subsets(a2a7) {
			sets[lines.File.Attacks(8*rank, sub)] = true
		}
		if len(sets) != want {
			t.Errorf("rank %d: %d attack sets, the comment says %d", rank+1, len(sets), want)
		}
	}
}

// The published factors, by rank. They are right for the ranks 2 to 7 as long as the slider's square is empty, and those
// for the ranks 1 and 8 are right for each other.
func TestPublishedFactorsAreWrong(t *testing.T) {
	published := [8]uint64{
		0xefffa39db01b23a3, 0xf024691a3227ff42, 0xf2808817cad6ff0c, 0xed6edfbe467977d5,
		0xec87cb0d961ec43a, 0xf2ff594e14d8801c, 0xf2ff5d69d4e3e7d6, 0xee404b349599ff88,
	}
	// right reports whether a factor gives a rook on a rank of the a-file no slot for different attacks, under all subsets of squares and with set.
	right := func(factor uint64, rank int, squares, set uint64) bool {
		e := entry{factor: factor}
		slots := map[int]uint64{}
		for sub := range board.Subsets(squares) {
			attacks := lines.File.Attacks(8*rank, sub|set)
			if before, ok := slots[e.index(0, sub|set)]; ok && before != attacks {
				return false
			}
			slots[e.index(0, sub|set)] = attacks
		}
		return true
	}
	for rank, factor := range published {
		own := uint64(1) << (8 * rank)
		others := a2a7 &^ own
		empty, occupied := right(factor, rank, others, 0), right(factor, rank, others, own&a2a7) // the same on ranks 1 and 8, which a2a7 does not have
		other := right(factor, 7-rank, a2a7, 0)
		if inner := rank > 0 && rank < 7; empty != inner || occupied || other == inner {
			t.Errorf("rank %d: right with the slider's square empty: %v, occupied: %v, for rank %d: %v",
				rank+1, empty, occupied, 8-rank, other)
		}
		if !right(factors[rank], rank, a2a7, 0) {
			t.Errorf("rank %d: ours is wrong, too", rank+1)
		}
	}
}
