package engines

import "testing"

// UCI engines search all positions, whose nodes count together.
func TestPositions(t *testing.T) {
	allow(t, 0)
	m := match(t, "uci 1", "uci 1")
	m.Go, m.Positions = "go nodes 3000", []string{"k7/8/K7/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/k7/8/K7 b - - 0 1"}
	if r := play(t, m); r.Sides[1].Nodes != 6000+'k'+'8' { // the positions' first letters
		t.Errorf("%d nodes", r.Sides[1].Nodes)
	}
}
