package scaffold_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// Fill refuses a slot for two sets of occupied squares with different attacks, and an index outside of the table.
func TestFillRefuses(t *testing.T) {
	const d4 = 27
	table := make([]uint64, 2)
	// 0x200 is b2, the lowest relevant square, so that it is the second subset, behind the empty one.
	for want, index := range map[string]func(occ uint64) int{
		"bishop on d4: subset 0x200 wants slot 0 for other attacks than subset 0x0":          func(uint64) int { return 0 },
		"bishop on d4: subset 0x200 has index 2, outside of the table's 2 slots":             func(occ uint64) int { return int(min(occ, 2)) },
		"bishop on d4: subset 0x0 wants slot 1 for other attacks than another square stored": func(uint64) int { return 1 },
	} {
		table[0], table[1] = 0, 1 // slot 1 holds the attacks of another slider
		if err := scaffold.Fill(board.Bishop, d4, table, index); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
