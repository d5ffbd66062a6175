package position_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// square is board.ParseSquare for names that are right.
func square(t *testing.T, name string) int {
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

func TestMoveString(t *testing.T) {
	at := func(name string) int { return square(t, name) }
	for _, c := range []struct {
		m    position.Move
		want string
	}{
		{position.NewMove(at("e2"), at("e4"), position.Pawn, position.Pawn), "e2e4"},
		{position.NewMove(at("e7"), at("d8"), position.Pawn, position.Queen), "e7d8q"},
		{position.NewMove(at("e2"), at("e1"), position.Pawn, position.Rook), "e2e1r"},
		{position.NewMove(at("h7"), at("h8"), position.Pawn, position.Bishop), "h7h8b"},
		{position.NewMove(at("a2"), at("a1"), position.Pawn, position.Knight), "a2a1n"},
		{position.NewEnPassant(at("e5"), at("d6")), "e5d6"},
		{position.NewMove(at("e1"), at("f1"), position.King, position.Pawn), "e1f1"},
		{position.NewCastling(at("e1"), at("h1")), "e1g1"},
		{position.NewCastling(at("e1"), at("a1")), "e1c1"},
		{position.NewCastling(at("e8"), at("h8")), "e8g8"},
		{position.NewCastling(at("e8"), at("a8")), "e8c8"},
		// From other squares, in Chess960, castling is written as the king's way to its rook: its two steps might be a plain move.
		{position.NewCastling(at("e1"), at("f1")), "e1f1"},
		{position.NewCastling(at("e8"), at("b8")), "e8b8"},
		{position.NewCastling(at("b1"), at("a1")), "b1a1"},
		{position.NewCastling(at("f8"), at("h8")), "f8h8"},
	} {
		if got := c.m.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// After a move, all of the position is what its FEN says.
func TestMake(t *testing.T) {
	at := func(name string) int { return square(t, name) }
	step := func(from, to string, piece position.Piece) position.Move {
		return position.NewMove(at(from), at(to), piece, position.Pawn)
	}
	for _, c := range []struct {
		what, before string
		m            position.Move
		after        string
	}{
		{"a double step beside nothing", position.Start, step("e2", "e4", position.Pawn),
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"a double step beside a pawn", "4k3/8/8/8/3p4/8/4P3/4K3 w - -", step("e2", "e4", position.Pawn), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"a double step with a pawn on the next bit, around the edge of the board", "4k3/8/8/8/8/7p/P7/4K3 w - -", step("a2", "a4", position.Pawn), "4k3/8/8/8/P7/7p/8/4K3 b - - 0 1"},
		{"a capture in passing", "4k3/8/8/8/3pP3/8/8/4K3 b - e3", position.NewEnPassant(at("d4"), at("e3")), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 1"},
		{"a promotion that captures a rook of castling", "4k2r/6P1/8/8/8/8/8/4K3 w k -",
			position.NewMove(at("g7"), at("h8"), position.Pawn, position.Knight), "4k2N/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"a rook that takes a rook", "4k2r/8/8/8/8/8/8/R3K2R w KQk -", step("h1", "h8", position.Rook), "4k2R/8/8/8/8/8/8/R3K3 b Q - 0 1"},
		{"a king's move", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", step("e8", "e7", position.King), "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", position.NewCastling(at("e8"), at("a8")), "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"castling in which both change places", "4k3/8/8/8/8/8/8/5KR1 w G -", position.NewCastling(at("f1"), at("g1")), "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"},
		{"castling in which the king stays", "4k3/8/8/8/8/8/8/6KR w H -", position.NewCastling(at("g1"), at("h1")), "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"},
		{"castling in which the rook stays", "4k3/8/8/8/8/8/8/1K1R4 w D -", position.NewCastling(at("b1"), at("d1")), "4k3/8/8/8/8/8/8/5RK1 b - - 0 1"},
	} {
		p := position.MustFEN(c.before)
		var after position.Position
		p.Make(c.m, &after)
		if want := position.MustFEN(c.after); after != want {
			t.Errorf("%s: %v in %s makes %s, want %s", c.what, c.m, c.before, after.String(), c.after)
		}
	}
}
