package board_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// The lists are made by hand: kings attack and are no victims, sliders attack the first man in each direction, of either color, and pawns
// attack forward.
func TestThreats(t *testing.T) {
	for _, test := range []struct{ fen, want string }{ // want: the threats, with the sign - of threats that do not appear
		{"8/8/8/8/8/8/8/8", ""},
		{"k7/8/8/8/3Q4/8/8/K6b w", ""}, // queen and bishop attack kings alone
		{"4k3/3p4/8/8/8/3r4/8/3RK3", "-Rd1xrd3 -rd3xRd1 -rd3xpd7 -ke8xpd7 -Ke1xRd1"},
		{"8/8/8/2p1p3/3P4/8/8/8", "-Pd4xpc5 -Pd4xpe5 -pc5xPd4 -pe5xPd4"},
		{"7n/6P1/8/8/8/8/8/N7", "-Pg7xnh8"}, // no pawn attacks around the edge
		{"8/8/1n6/8/P7/8/8/R7", "-Ra1xPa4 -nb6xPa4"},
	} {
		men, err := board.ParseMen(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, threat := range men.Threats() {
			got[threat.String()] = true
		}
		want := strings.Fields(test.want)
		if len(got) != len(want) {
			t.Errorf("%s: %v, want %v", test.fen, got, want)
		}
		for _, w := range want {
			if !got[w] {
				t.Errorf("%s: %v, want %v", test.fen, got, want)
			}
		}
	}
}

func TestParseMen(t *testing.T) {
	men, err := board.ParseMen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2")
	if err != nil || men[0] != board.ManRook || men[60] != board.ManKing|board.ManBlack || men[28] != board.ManPawn || men[34].String() != "p" || men[12] != board.NoMan {
		t.Errorf("%v, %v", men, err)
	}
	if fen := men.FEN(); fen != "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR" {
		t.Errorf("written as %s", fen)
	}
	for _, bad := range []string{"", "8/8", "9/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8"} {
		if _, err := board.ParseMen(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// Lists with the same difference have the same sum, and other lists have another.
func TestDeltaSum(t *testing.T) {
	a, b := board.NewThreat(board.ManRook, 3, board.ManPawn|board.ManBlack, 51), board.NewThreat(board.ManQueen, 0, board.ManPawn, 9)
	sum := func(list ...board.Threat) uint64 {
		var d board.Delta
		for _, t := range list {
			d.Add(t)
		}
		return d.Sum()
	}
	if sum(a, b|board.Appears) != sum(b|board.Appears, a) || sum(a, b, b|board.Appears) != sum(a) || sum() != 0 {
		t.Error("the order counts, or a threat that comes and goes")
	}
	if sum(a) == sum(a|board.Appears) || sum(a) == sum(b) || sum(a, b) == sum(a, b|board.Appears) {
		t.Error("other threats have the same sum")
	}
}
