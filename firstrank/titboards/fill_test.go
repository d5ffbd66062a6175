package titboards

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// fill refuses a digit of a wrong weight.
func TestWrongPower(t *testing.T) {
	defer func() { scaffold.Must("titboards", Build()) }()
	for content := range ternary[3] {
		if content>>6&1 != 0 { // g, the sixth square beside a slider on d
			ternary[3][content] -= 3*3*3*3*3 - 3*3*3*3
		}
	}
	if err := fill(); err == nil {
		t.Error("the weight of the sixth digit counts as that of the fifth, and the tables are filled")
	}
}

// A wrong slot is found wherever own pieces lead to it.
func TestSlots(t *testing.T) {
	moves := &conform.MoveFuncs{RookFunc: RookMoves, BishopFunc: BishopMoves, QueenFunc: QueenMoves}
	for _, sq := range []int{0, 27} { // a1 and d4, whose antidiagonals are left out: with fewer than seven squares beside the slider, they use few slots
		for line, table := range []*[lines.States]uint64{&rookTable[sq][0], &rookTable[sq][1], &bishopTable[sq][0]} {
			for i := 0; i < lines.States; i += 61 { // a sample
				table[i] ^= 1
				err := conform.CheckMovesFrom(moves, sq, 1)
				table[i] ^= 1
				if err == nil {
					t.Errorf("slot %d of line %d on %s is wrong, and nothing is found", i, line, board.SquareName(sq))
				}
			}
		}
	}
	if err := conform.CheckMoves(moves, 1); err != nil {
		t.Error(err)
	}
}
