package pgn_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine/pgn"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// threeGames has two games with tags and one without.
const threeGames = `[Event "a game"]
[Site "a \"place\""]

1. e4 {a comment; with (parentheses)} e5 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4) exd4) 3. Bb5!? a6 ; the rest of the line 1. a3
4. Ba4 Nf6 5. O-O Be7 1/2-1/2

[FEN "8/P5k1/8/3pP3/8/8/R6R/4K3 w - d6 0 1"]
[SetUp "1"]

1. exd6 Kg8 2. a8=Q+ Kf7 3. Rad2 *
1. d4 d5`

// The positions of all games come in order, without those of variations and comments.
func TestGames(t *testing.T) {
	all, err := pgn.Positions(threeGames)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 11+6+3 { // in each game, one more than its moves
		t.Fatalf("%d positions, want 20", len(all))
	}
	for i, want := range map[int]string{
		0:  position.Start,
		10: "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1",
		11: "8/P5k1/8/3pP3/8/8/R6R/4K3 w - d6 0 1",
		16: "Q7/5k2/3P4/8/8/8/3R3R/4K3 b - - 0 1",
		19: "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
	} {
		if got := all[i].String(); got != want {
			t.Errorf("position %d is %s, want %s", i, got, want)
		}
	}
}

// A capture in passing may be marked as such, in the word of the move or behind it. The number before a move may have dots or none, and stand apart or not.
func TestWordsAroundMoves(t *testing.T) {
	for _, move := range []string{"1. exd6", "1. exd6e.p.", "1. exd6 e.p.", "1. exd6ep", "1 exd6", "1.exd6", "1 . exd6", "1... exd6"} {
		all, err := pgn.Positions("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6\"]\n" + move)
		if err != nil || len(all) != 2 || all[1].String() != "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1" {
			t.Errorf("%s: %v, %v", move, all, err)
		}
	}
}

// A game without moves gives no positions, whether it has a result or not, and the next game does not begin where it would have.
func TestGamesWithoutMoves(t *testing.T) {
	for _, result := range []string{"*", ""} {
		all, err := pgn.Positions("[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"]\n\n" + result + "\n\n[Event \"b\"]\n\n1. e4 *")
		if err != nil || len(all) != 2 || all[0].String() != position.Start {
			t.Errorf("result %q: %v, %v", result, all, err)
		}
	}
}

func TestLines(t *testing.T) {
	all, err := pgn.Positions("# two\n" + position.Start + "\n\n4k3/8/8/8/8/8/8/4K3 w - - bm Ke2; id \"x\";\n")
	if err != nil || len(all) != 2 {
		t.Errorf("%d positions, %v", len(all), err)
	}
}

// Errors name the line, or the game, whose text stands for no position, no move, an illegal move or two moves.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"", "no positions"},
		{"# nothing\n", "no positions"},
		{"[Event \"x\"]\n*", "no positions"},
		{"\x00\x01binary", "line 1: bad FEN"},
		{position.Start + "\n8/8 w - -\n", "line 2: bad FEN"},
		{"1. e4 e5 2. Ke3", `game 1, in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1: "Ke3" is not legal`},
		{"1. e4 * 1. hello", `game 2, in ` + position.Start + `: "hello" is no move`},
		{"[Event \"no moves\"]\n*\n[Event \"next\"]\n1. hello", `game 2, in ` + position.Start + `: "hello" is no move`},
		{"[FEN \"4k3/8/8/8/8/8/8/4K3 w - -\"]\n*\n1. hello", `game 2, in ` + position.Start + `: "hello" is no move`},
		{"1. O-O", `"O-O" is not legal`},
		{"[FEN \"4k3/8/8/8/8/8/4K3/R6R w - -\"]\n1. Rd1", `"Rd1" may be `},
		{"[FEN \"8/P3k3/8/8/8/8/4K3/8 w - -\"]\n1. a8", `"a8" is not legal`},
		{"[FEN \"8/8\"]\n1. a8", "game 1: bad FEN"},
		{"1. e4 e5 2. Nf3.", `"Nf3." is no move`},
		{"1. e4 e5) 2. Nf3 *", "game 1: a parenthesis without its partner"},
		{"1. e4 (1. d4 *\n[Event \"the next\"]\n1. c4 *", "game 1: a parenthesis without its partner"},
		{"1. e4 * 1. d4 (1. c4 *", "game 2: a parenthesis without its partner"},
	} {
		if _, err := pgn.Positions(c.text); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.text, err, c.says)
		}
	}
}

func FuzzPositions(f *testing.F) {
	f.Add(threeGames)
	f.Add(position.Start)
	f.Add("1. e4 ( ) { } [ ] ; $")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := pgn.Positions(text)
		if err == nil && len(all) == 0 {
			t.Error("no positions, and no error")
		}
	})
}
