package shared

import (
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The tables are as long as they need to be. The lines of a group's squares meet only where a slider attacks in any case: so the squares agree
// about every bit that they share, with any factors.
func TestGroups(t *testing.T) {
	for p, c := range []struct {
		words, groups, size int // of the table; how many groups; squares of a group
		group               func(sq int) int
		entries             *[64]entry
	}{
		{rookWords, 32, 2, rookGroup, &rookEntries},
		{bishopWords, 16, 4, bishopGroup, &bishopEntries},
	} {
		p := board.Piece(p)
		members := map[int][]int{}
		words := 0
		for sq := range 64 {
			g := c.group(sq)
			members[g] = append(members[g], sq)
			words = max(words, int(c.entries[sq].offset)+1<<bits.OnesCount64(c.entries[sq].mask))
		}
		if words != c.words || len(members) != c.groups {
			t.Errorf("%v: %d words for %d groups, want %d for %d", p, words, len(members), c.words, c.groups)
		}
		for _, squares := range members {
			if len(squares) != c.size {
				t.Errorf("%v: the group of %s has %d squares, want %d", p, board.SquareName(squares[0]), len(squares), c.size)
			}
			for i, a := range squares {
				for _, b := range squares[:i] {
					meet := board.Lines(p, a) & board.Lines(p, b)
					if always := board.Walk(p, a, ^uint64(0)) & board.Walk(p, b, ^uint64(0)); meet != always {
						t.Errorf("%v: the lines of %s and %s meet in\n%sand these are always attacked\n%s",
							p, board.SquareName(a), board.SquareName(b), board.Picture(meet), board.Picture(always))
					}
				}
			}
		}
	}
}
