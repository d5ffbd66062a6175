package position_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// ParseFEN refuses these, and its error ends with the reason.
func TestFENReasons(t *testing.T) {
	for _, c := range []struct{ fen, reason string }{
		{"", "0 fields (want placement, side to move, castling and en passant)"},
		{"4k3/8/8/8/8/8/8/4K3 w -", "3 fields (want placement, side to move, castling and en passant)"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "7 fields (want 4 to 6)"},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", `halfmoves since a capture or pawn move: "x"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - -1 1", `halfmoves since a capture or pawn move: "-1"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 0", `number of the move: "0"`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 65536", `number of the move: "65536"`},
		{"4k3/8/8/8/8/8/8/4K3 W - -", `side to move "W" (want w or b)`},

		{"4k3/8/8/8/8/8/4K3 w - -", "7 ranks (want 8)"},
		{"4k3/8/8/8/8/8/8/8/4K3 w - -", "9 ranks (want 8)"},
		{"4k3/8/8/8/8/8/8/4K4 w - -", "rank 1 has 9 squares (want 8)"},
		{"4k3/8//8/8/8/8/4K3 w - -", "rank 6 has 0 squares (want 8)"},
		{"4k3/7/8/8/8/8/8/4K3 w - -", "rank 7 has 7 squares (want 8)"},
		{"4k3/ppppppppp/8/8/8/8/8/4K3 w - -", "rank 7 has 9 squares (want 8)"},
		{"4k3/" + strings.Repeat("8", 1000) + "/8/8/8/8/8/4K3 w - -", "rank 7 has 8000 squares (want 8)"},
		{"4k3/9/8/8/8/8/8/4K3 w - -", "'9' in rank 7 is no piece"},
		{"4k3/08/8/8/8/8/8/4K3 w - -", "'0' in rank 7 is no piece"},
		{"4k3/x7/8/8/8/8/8/4K3 w - -", "'x' in rank 7 is no piece"},
		{"4k3/+7/8/8/8/8/8/4K3 w - -", "'+' in rank 7 is no piece"},
		{"4k3/ä7/8/8/8/8/8/4K3 w - -", "'ä' in rank 7 is no piece"},
		{"4k3/\u212a7/8/8/8/8/8/4K3 w - -", "'\u212a' in rank 7 is no piece"}, // the sign of the kelvin is an upper-case k too
		{"4k3/\u01507/8/8/8/8/8/4K3 w - -", "'\u0150' in rank 7 is no piece"}, // its lowest bits are those of P
		{"4k3/\U0001005070/8/8/8/8/8/4K3 w - -", "'\U00010050' in rank 7 is no piece"},
		{"4k3/\xff7/8/8/8/8/8/4K3 w - -", "'\ufffd' in rank 7 is no piece"},
		{"4k3/\x007/8/8/8/8/8/4K3 w - -", `'\x00' in rank 7 is no piece`},

		{"4k3/8/8/8/8/8/8/8 w - -", "white has 0 kings (want 1)"},
		{"8/8/8/8/8/8/8/4K3 w - -", "black has 0 kings (want 1)"},
		{"4k3/8/8/8/8/8/8/3KK3 w - -", "white has 2 kings (want 1)"},
		{"3kk3/8/8/8/8/8/8/4K3 w - -", "black has 2 kings (want 1)"},
		{"4k2P/8/8/8/8/8/8/4K3 w - -", "a white pawn on h8"},
		{"4k3/8/8/8/8/8/8/P3K3 w - -", "a white pawn on a1"},
		{"4k3/8/8/8/8/8/8/p3K3 w - -", "a black pawn on a1"},
		{"4k3/8/8/8/8/8/P7/4K2p b - -", "a black pawn on h1"},
		{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", "white has 9 pawns and 0 promoted pieces (want at most 8 together)"},
		{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - -", "white has 8 pawns and 1 promoted pieces (want at most 8 together)"},
		{"nnn1k3/pppppp2/8/8/8/8/8/rrrqq2K b - -", "black has 6 pawns and 3 promoted pieces (want at most 8 together)"},
		{"4k3/8/8/8/8/QQQQ4/QQQQ4/QQ2K3 w - -", "white has 0 pawns and 9 promoted pieces (want at most 8 together)"},
		{"4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR w - -", "white has 17 pieces (want at most 16)"},

		{"4k3/8/8/8/8/8/8/K3R3 w - -", "white is to move, and black is in check"},
		{"4k3/3P4/8/8/8/8/8/K7 w - -", "white is to move, and black is in check"},
		{"8/8/8/8/8/3k4/4K3/8 w - -", "white is to move, and black is in check"},
		{"7k/8/8/8/8/8/6n1/4K3 b - -", "black is to move, and white is in check"},
		{"7k/8/8/b7/8/8/8/4K3 b - -", "black is to move, and white is in check"},

		{"4k3/8/8/8/8/8/8/4K3 w K -", `castling "K": white has no king and rook for 'K' on the first rank`},
		{"4k3/8/8/8/8/8/8/R3K3 w K -", `castling "K": white has no king and rook for 'K' on the first rank`},
		{"4k3/8/8/8/8/8/8/4K2R w Q -", `castling "Q": white has no king and rook for 'Q' on the first rank`},
		{"4k3/8/8/8/8/8/4K3/R6R w Q -", `castling "Q": white has no king and rook for 'Q' on the first rank`},
		{"4k3/8/8/8/8/8/4K3/R6R w H -", `castling "H": white has no king and rook for 'H' on the first rank`},
		{"r6r/4k3/8/8/8/8/8/4K3 w k -", `castling "k": black has no king and rook for 'k' on the first rank`},
		{"r6r/4k3/8/8/8/8/8/4K3 w q -", `castling "q": black has no king and rook for 'q' on the first rank`},
		{"4k2R/8/8/8/8/8/8/4K3 b k -", `castling "k": black has no king and rook for 'k' on the first rank`},
		{"4k3/8/8/8/8/8/8/R3K2R w B -", `castling "B": white has no king and rook for 'B' on the first rank`},
		{"4k3/8/8/8/8/8/8/R3K2R w E -", `castling "E": white has no king and rook for 'E' on the first rank`},
		{"4k3/8/8/8/8/8/8/R3K2R w KX -", `castling "KX": 'X' is no rook (want K, Q or a file, in lower case for black)`},
		{"4k3/8/8/8/8/8/8/R3K2R w K- -", `castling "K-": '-' is no rook (want K, Q or a file, in lower case for black)`},
		{"4k3/8/8/8/8/8/8/R3K2R w 0 -", `castling "0": '0' is no rook (want K, Q or a file, in lower case for black)`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w ä -", `castling "ä": 'ä' is no rook (want K, Q or a file, in lower case for black)`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w \u212a -", "castling \"\u212a\": '\u212a' is no rook (want K, Q or a file, in lower case for black)"}, // the sign of the kelvin
		{"r3k2r/8/8/8/8/8/8/R3K2R w \u0148 -", "castling \"\u0148\": '\u0148' is no rook (want K, Q or a file, in lower case for black)"}, // its lowest bits are those of H
		{"r3k2r/8/8/8/8/8/8/R3K2R w \xff -", `castling "\xff": '` + "\ufffd" + `' is no rook (want K, Q or a file, in lower case for black)`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KK -", `castling "KK": two rooks on one side of the white king`},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KH -", `castling "KH": two rooks on one side of the white king`},
		{"rr2k2r/8/8/8/8/8/8/R3K2R w KQab -", `castling "KQab": two rooks on one side of the black king`},

		{"4k3/8/8/3pP3/8/8/8/4K3 w - d", `en passant: not a square: "d" (want a1 to h8)`},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d9", `en passant: not a square: "d9" (want a1 to h8)`},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - ä", `en passant: not a square: "ä" (want a1 to h8)`},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d5", "en passant d5: white is to move, who captures on another rank"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d3", "en passant d3: white is to move, who captures on another rank"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e6", "en passant e6: black is to move, who captures on another rank"},
		{"4k3/8/8/4P3/8/8/8/4K3 w - d6", "en passant d6: no black pawn has passed it"},
		{"4k3/8/8/3nP3/8/8/8/4K3 w - d6", "en passant d6: no black pawn has passed it"},
		{"4k3/8/8/3PP3/8/8/8/4K3 w - d6", "en passant d6: no black pawn has passed it"},
		{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", "en passant d6: its pawn cannot have passed, for a piece is in the way"},
		{"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6", "en passant d6: its pawn cannot have passed, for a piece is in the way"},
	} {
		p, err := position.ParseFEN(c.fen)
		if want := fmt.Sprintf("bad FEN %.100q: %s", c.fen, c.reason); err == nil || err.Error() != want {
			t.Errorf("%q:\ngot  %v\nwant %s", c.fen, err, want)
		}
		if p != (position.Position{}) {
			t.Errorf("%q: a position with the error", c.fen)
		}
	}
}

// ParseFEN accepts these, and String writes the position in its own spelling.
func TestFENSpelling(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{position.Start, position.Start},
		{"  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw KQkq -\n", position.Start},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK -", position.Start},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 13 37", position.Start},
		{"rnbqkbnr/pppppppp/44/11111111/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", position.Start},
		// Castling with an inner rook where the outer one is there too, and with kings and rooks of Chess960.
		{"4k3/8/8/8/8/8/8/RR2K1RR w GB -", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"},
		{"4k3/8/8/8/8/8/8/RR2K1RR w KQ -", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"},
		{"1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq -", "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w GBgb - 0 1"},
		{"4k3/8/8/8/8/8/8/R2K3R w KQ -", "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1"},
		{"4k1r1/8/8/8/8/8/8/4K3 b k -", "4k1r1/8/8/8/8/8/8/4K3 b g - 0 1"},
		// A square of a capture in passing counts only beside a pawn that can capture.
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p1P2/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", "4k3/8/8/p7/7P/8/8/4K3 w - - 0 1"},
	} {
		p, err := position.ParseFEN(c.fen)
		if got := p.String(); err != nil || got != c.want {
			t.Errorf("%q: got %s, %v, want %s", c.fen, got, err, c.want)
			continue
		}
		if again, err := position.ParseFEN(c.want); again != p {
			t.Errorf("%s: another position after a round trip, %v", c.want, err)
		}
	}
}

func TestMustFENPanics(t *testing.T) {
	defer func() {
		if got, _ := recover().(string); !strings.HasPrefix(got, `position: bad FEN "x": `) {
			t.Errorf("panic %q", got)
		}
	}()
	position.MustFEN("x")
}

// ParseTest finds the counts among the operations of a line, and where its position ends.
func TestParseTest(t *testing.T) {
	const kings = "4k3/8/8/8/8/8/8/4K3 w - -"
	for _, c := range []struct {
		line, fen string
		leaves    map[int]uint64
	}{
		{kings + " ;D1 5 ;D2 25", kings, map[int]uint64{1: 5, 2: 25}},
		{kings + " 0 1 ;D2 25; d1 5;", kings + " 0 1", map[int]uint64{1: 5, 2: 25}},
		{kings + " 0; D1 5", kings + " 0", map[int]uint64{1: 5}},
		{kings + " D1 5; id \"kings\"; D 7; draw; D99 18446744073709551615", kings, map[int]uint64{1: 5, 99: 1<<64 - 1}},
	} {
		got, err := position.ParseTest(c.line)
		if err != nil || got.FEN != c.fen || got.Position != position.MustFEN(kings) || fmt.Sprint(got.Leaves) != fmt.Sprint(c.leaves) {
			t.Errorf("%q: got %q with %v, %v", c.line, got.FEN, got.Leaves, err)
		}
	}
}

func FuzzParseTest(f *testing.F) {
	for line := range strings.Lines(position.WellKnown) {
		f.Add(line)
	}
	f.Add("4k3/8/8/8/8/8/8/4K3 w - - D1 5;d2 25;id x")
	f.Fuzz(func(t *testing.T, line string) {
		got, err := position.ParseTest(line)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		again, err := position.ParseFEN(got.FEN)
		if err != nil || again != got.Position || len(got.Leaves) == 0 {
			t.Errorf("%q: the position of %q is another one, %v", line, got.FEN, err)
		}
		for c, own := range got.Colors {
			if bits.OnesCount64(got.Types[position.King]&own) != 1 {
				t.Errorf("%q: %v has not one king", line, position.Color(c))
			}
		}
	})
}
