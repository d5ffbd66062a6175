package main

import (
	"strings"
	"testing"
)

// attacks draws one answer, for a position in FEN.
func TestAttacks(t *testing.T) {
	code, stdout, _ := slidebench(t, "attacks", "--technique", "pext", "--piece", "rook", "--square", "a1", "--fen", "8/8/8/8/8/P7/8/2P5 w - - 0 1")
	want := ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nx . . . . . . .\nx . . . . . . .\n. x x . . . . .\n"
	if code != 0 || !strings.HasSuffix(stdout, want) || !strings.Contains(stdout, "0x0000000000010106") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
}
