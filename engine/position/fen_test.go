package position_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/engine/position"
)

// Whatever is no position is refused with its reason.
func TestRefusedFEN(t *testing.T) {
	for _, c := range []struct{ fen, says string }{
		{"", "0 fields (want placement"},
		{"4k3/8/8/8/8/8/8/4K3 w -", "3 fields"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "7 fields (want 4 to 6)"},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", `halfmoves since a capture or pawn move: "x"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 0", `number of the move: "0"`},
		{"4k3/8/8/8/8/8/4K3 w - -", "7 ranks (want 8)"},
		{"4k4/8/8/8/8/8/8/4K3 w - -", "rank 8 has 9 squares (want 8)"},
		{"4k2/8/8/8/8/8/8/4K3 w - -", "rank 8 has 7 squares (want 8)"},
		{"4k3/8/8/9/8/8/8/4K3 w - -", "'9' in rank 5 is no piece"},
		{"4k3/8/8/8/8/8/8/4Kä2 w - -", "'ä' in rank 1 is no piece"},
		{"4k3/8/8/8/8/8/8/4K\x012 w - -", `'\x01' in rank 1 is no piece`},
		{"4k3/8/8/8/8/8/8/4K3 white - -", `side to move "white" (want w or b)`},
		{"8/8/8/8/8/8/8/4K3 w - -", "black has 0 kings (want 1)"},
		{"4k3/8/8/8/8/8/8/3KK3 w - -", "white has 2 kings (want 1)"},
		{"4k2P/8/8/8/8/8/8/4K3 w - -", "a white pawn on h8"},
		{"4k3/8/8/8/8/8/8/p3K3 w - -", "a black pawn on a1"},
		{"4k3/8/8/8/P7/PPPPPPPP/8/4K3 w - -", "white has 9 pawns and 0 promoted pieces (want at most 8 together)"},
		{"4k3/8/8/8/8/PPPPPPPP/8/QQ2K3 w - -", "white has 8 pawns and 1 promoted pieces"},
		{"rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - -", "black has 17 pieces (want at most 16)"},
		{"4k3/8/8/8/8/8/4R3/4K3 w - -", "white is to move, and black is in check"},
		{"8/8/8/3k4/3K4/8/8/8 b - -", "black is to move, and white is in check"},
		{"4k3/8/8/8/8/8/8/4K2R w Q -", "white has no king and rook for 'Q' on the first rank"},
		{"4k3/8/8/8/8/8/4K3/7R w K -", "white has no king and rook for 'K' on the first rank"},
		{"4k2r/8/8/8/8/8/8/4K3 w k! -", "no king and rook for '!'"},
		{"4k3/8/8/8/8/8/8/4K2R w Kä -", "no king and rook for 'ä'"},
		{"4k3/8/8/8/8/8/8/4K1RR w GH -", "two rooks on one side of the white king"},
		{"4k3/8/8/8/8/8/8/4K2R w KK -", "two rooks on one side of the white king"},
		{"4k3/8/8/8/8/8/8/4K3 w - e9", "en passant: "},
		{"4k3/8/8/4p3/8/8/8/4K3 w - e3", "en passant e3: white is to move, who captures on another rank"},
		{"4k3/8/8/8/8/8/8/4K3 w - e6", "en passant e6: no black pawn has passed it"},
		{"4k3/4n3/8/4p3/8/8/8/4K3 w - e6", "a piece is in the way"},
		{"4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "a piece is in the way"},
	} {
		if _, err := position.ParseFEN(c.fen); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.fen, err, c.says)
		}
	}
}

// What is read is written alike, as far as moves depend on it.
func TestFEN(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{position.Start, position.Start},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b HAha - 3 40", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1RR w Gbg -", "1r2k1r1/8/8/8/8/8/8/1R2K1RR w Ggb - 0 1"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"4k3/8/8/3p4/8/8/8/4K3 w - d6", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"}, // nobody can capture
	} {
		p, err := position.ParseFEN(c.fen)
		if got := p.String(); err != nil || got != c.want {
			t.Errorf("%q: %q, %v, want %q", c.fen, got, err, c.want)
		}
		if again := position.MustFEN(c.want); again != p {
			t.Errorf("%q is another position than %q", c.want, c.fen)
		}
	}
}

func FuzzFEN(f *testing.F) {
	for _, seed := range []string{position.Start, "1r2k1r1/8/8/8/8/8/8/1R2K1RR w Ggb - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/8/8/8 w", "ä/é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			return
		}
		if again, err := position.ParseFEN(p.String()); err != nil || again != p {
			t.Errorf("%q is written as %q, which is another position: %v", fen, p.String(), err)
		}
	})
}

func TestReadSuite(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "no positions"},
		{"# nothing\n\n", "no positions"},
		{position.Start, "x:1: no counts of leaves"},
		{"\n" + position.Start + " ;D1 20 ;D1 20", `x:2: operation "D1 20": depth 1 is there twice`},
		{position.Start + " ;D1", `x:1: operation "D1": want a depth from 1 to 99 and a count`},
		{position.Start + " ;D0 1", "want a depth from 1 to 99 and a count"},
		{position.Start + " ;D1 -20", `"-20" is no count`},
		{"8/8/8/8/8/8/8/8 w - - ;D1 20", "white has 0 kings"},
		{strings.Repeat("8", 1<<17), "a line is too long"},
	} {
		if _, err := position.ReadSuite(strings.NewReader(c.text), "x"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.60q: %v, want %q", c.text, err, c.says)
		}
	}
	tests, err := position.ReadSuite(strings.NewReader("4k3/8/8/8/8/8/8/4K3 w - - id \"a D9 5\"; D1 5; d2 25;\n"), "x")
	if err != nil || len(tests) != 1 || len(tests[0].Leaves) != 2 || tests[0].Leaves[1] != 5 || tests[0].Leaves[2] != 25 {
		t.Errorf("operations after four fields: %+v, %v", tests, err)
	}
}

func FuzzReadSuite(f *testing.F) {
	f.Add(position.WellKnown)
	f.Add("4k3/8/8/8/8/8/8/4K3 w - - D1 5;")
	f.Fuzz(func(t *testing.T, text string) { position.ReadSuite(strings.NewReader(text), "x") })
}

func TestMoveString(t *testing.T) {
	for _, c := range []struct {
		m    position.Move
		want string
	}{
		{position.NewMove(12, 28, position.Pawn, position.Pawn), "e2e4"},
		{position.NewMove(52, 60, position.Pawn, position.Knight), "e7e8n"},
		{position.NewCastling(4, 7), "e1g1"}, {position.NewCastling(60, 56), "e8c8"}, // as in chess
		{position.NewCastling(4, 6), "e1g1"}, {position.NewCastling(2, 1), "c1b1"}, // to the rook's square
		{position.NewEnPassant(36, 43), "e5d6"},
	} {
		if got := c.m.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
