package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// perft reports a wrong count of a suite with the position, the depth and both counts, and a right one depth by depth, without a source tree.
func TestPerft(t *testing.T) {
	t.Chdir(t.TempDir())
	const kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	suite := write(t, filepath.Join(t.TempDir(), "x.epd"), "# kings\n\n"+kings+" ;D2 25 ;D1 5 ;D3 170\n"+kings+";D1 6;D2 25\n")
	code, stdout, stderr := slidebench(t, "perft", "--suite", suite)
	if want := "slidebench: " + kings + ": depth 1: want 6 leaves, got 5\n"; code != 1 || stderr != want {
		t.Errorf("exit %d, %q, want 1, %q", code, stderr, want)
	}
	if lines := strings.Split(stdout, "\n"); len(lines) != 4 || !strings.Contains(lines[2], "depth 3           170 leaves") {
		t.Errorf("the lines before it are\n%s", stdout)
	}
	right := write(t, filepath.Join(t.TempDir(), "y.epd"), kings+" ;D1 5 ;D2 25\n"+kings+" ;D3 170\n")
	if code, stdout, _ := slidebench(t, "perft", "--suite", right); code != 0 || !strings.HasSuffix(stdout, "\n200 leaves\n") {
		t.Errorf("exit %d, a suite's last line is not the sum:\n%s", code, stdout)
	}
	// One of the well-known positions: it has 48 moves, of which castling, e1g1, has 86975 leaves.
	fen := []string{"perft", "--depth", "4", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"}
	for _, args := range [][]string{fen, append(fen, "--threads", "3"), append(fen, "--divide"), append(fen, "--divide", "--threads", "2")} {
		code, stdout, _ := slidebench(t, args...)
		lines := strings.Split(strings.TrimSpace(stdout), "\n")
		if last := lines[len(lines)-1]; code != 0 || !strings.HasPrefix(last, "4085603 leaves") {
			t.Errorf("%q: exit %d, %q", args, code, last)
		}
		moves := lines[:len(lines)-1]
		if slices.Contains(args, "--divide") && (len(moves) != 48 || !slices.IsSorted(moves) || !slices.Contains(moves, "e1g1: 86975")) {
			t.Errorf("%q: the moves are\n%s", args, stdout)
		}
	}
}

// perft builds slidebench with its engine bound to another technique.
func TestPerftOfAnother(t *testing.T) {
	tiertest.Slow(t)
	if code, stdout, stderr := slidebench(t, "perft", "--technique", "quintessence", "--depth", "3"); code != 0 || strings.Count(stdout, "right  depth 3") != 6 {
		t.Errorf("exit %d, %s, %s", code, stdout, stderr)
	}
	suite := write(t, filepath.Join(t.TempDir(), "x.epd"), "4k3/8/8/8/8/8/8/4K3 w - - ;D1 6\n")
	other := "quintessence" // whose build the go command has in its cache by now
	if tiertest.Minutes() {
		other = "pext" // time for a second build
	}
	if code, _, stderr := slidebench(t, "perft", "--technique", other, "--suite", suite); code != 1 || !strings.HasSuffix(stderr, ": depth 1: want 6 leaves, got 5\n") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	t.Chdir(t.TempDir())
	if code, _, stderr := slidebench(t, "perft", "--technique", "pext"); code != 2 || !strings.Contains(stderr, "the engine is not bound to pext in this program") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("outside: exit %d, %q", code, stderr)
	}
}
