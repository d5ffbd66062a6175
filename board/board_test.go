package board_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
)

func TestWalkStopsOnTheFirstBlocker(t *testing.T) {
	e4, _ := board.ParseSquare("e4")
	for _, c := range []struct {
		piece     board.Piece
		occ, want string
	}{
		{board.Rook, `
			. . . . x . . .
			. . . . x . . .
			. . . . . . . .
			. . . . . . . .
			x x . . x . . x
			. . . . x . . .
			. . . . . . . .
			x . . . x . . x`, `
			. . . . . . . .
			. . . . x . . .
			. . . . x . . .
			. . . . x . . .
			. x x x . x x x
			. . . . x . . .
			. . . . . . . .
			. . . . . . . .`},
		{board.Bishop, `
			. . . . . . . .
			. x . . . . . .
			. . . . . . . .
			. . . x . . . .
			. . . . . . . .
			. . . . . . . .
			. . x . . . x .
			. x . . . . . x`, `
			. . . . . . . .
			. . . . . . . x
			. . . . . . x .
			. . . x . x . .
			. . . . . . . .
			. . . x . x . .
			. . x . . . x .
			. . . . . . . .`},
		{board.Queen, `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . x x x . .
			. . . x . x . .
			. . . x x x . .
			. . . . . . . .
			. . . . . . . .`, `
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . x x x . .
			. . . x . x . .
			. . . x x x . .
			. . . . . . . .
			. . . . . . . .`},
	} {
		occ, want := board.MustParse(c.occ), board.MustParse(c.want)
		for _, own := range []uint64{0, 1 << e4} { // the slider's own square makes no difference
			if got := board.Walk(c.piece, e4, occ|own); got != want {
				t.Errorf("%v on e4: got\n%swant\n%s", c.piece, board.Picture(got), board.Picture(want))
			}
		}
	}
}

// The numbers of relevant subsets are known from every description of magic bitboards.
func TestMaskSizes(t *testing.T) {
	for _, c := range []struct {
		piece        board.Piece
		masks, lines int // subsets of all squares' masks, and of all squares' lines
		fewest, most int // relevant squares of a square
	}{
		{board.Rook, board.RookSubsets, 1_048_576, 10, 12},
		{board.Bishop, board.BishopSubsets, 71_168, 5, 9},
	} {
		masks, lines, fewest, most := 0, 0, 64, 0
		for sq := range 64 {
			n := bits.OnesCount64(board.Mask(c.piece, sq))
			masks += 1 << n
			lines += 1 << bits.OnesCount64(board.Lines(c.piece, sq))
			fewest, most = min(fewest, n), max(most, n)
		}
		if masks != c.masks || lines != c.lines || fewest != c.fewest || most != c.most {
			t.Errorf("%v: %d mask and %d line subsets, %d..%d bits; want %d, %d, %d..%d",
				c.piece, masks, lines, fewest, most, c.masks, c.lines, c.fewest, c.most)
		}
	}
}

// A square is in Mask exactly if a piece on it changes Walk's answer.
func TestMaskIsExactlyWhatMatters(t *testing.T) {
	for _, piece := range board.Pieces {
		for sq := range 64 {
			mask := board.Mask(piece, sq)
			for s := range 64 {
				matters := board.Walk(piece, sq, 1<<s) != board.Lines(piece, sq)
				if inMask := mask>>s&1 != 0; inMask != matters {
					t.Fatalf("%v on %s: %s in mask is %v, changes the attacks is %v",
						piece, board.SquareName(sq), board.SquareName(s), inMask, matters)
				}
			}
		}
	}
}

// All subsets come once, in the order of binary numbers.
func TestSubsets(t *testing.T) {
	set, last := board.Mask(board.Bishop, 27), uint64(0) // d4
	seen := map[uint64]bool{}
	for sub := range board.Subsets(set) {
		if sub&^set != 0 || seen[sub] || sub < last {
			t.Fatalf("%#x is no subset of %#x, came twice, or came behind %#x", sub, set, last)
		}
		seen[sub], last = true, sub
	}
	if want := 1 << bits.OnesCount64(set); len(seen) != want {
		t.Errorf("%d subsets, want %d", len(seen), want)
	}
}

func TestParseSquare(t *testing.T) {
	for sq := range 64 {
		if got, err := board.ParseSquare(board.SquareName(sq)); got != sq || err != nil {
			t.Errorf("square %d: got %d, %v", sq, got, err)
		}
	}
	for _, bad := range []string{"", "e", "e9", "i1", "e44", "E4", "4e", "é4"} {
		if _, err := board.ParseSquare(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestParsePiece(t *testing.T) {
	for _, p := range board.Pieces {
		if got, err := board.ParsePiece(p.String()); got != p || err != nil {
			t.Errorf("%v: got %v, %v", p, got, err)
		}
	}
	if _, err := board.ParsePiece("knight"); err == nil {
		t.Error("knight: no error")
	}
}

func TestParseFEN(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	if occ, err := board.ParseFEN(start); occ != 0xffff00000000ffff || err != nil {
		t.Errorf("start position: got %#x, %v", occ, err)
	}
	for _, bad := range []string{"", "8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7", "8/8/8/8/8/8/8/8/8",
		"8/8/8/8/8/8/8/ppppppppp", "8/8/8/8/x7/8/8/8", "0/8/8/8/8/8/8/8"} {
		if _, err := board.ParseFEN(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("8/8/8/8/8/8/8/ppppppppp")
	f.Fuzz(func(t *testing.T, fen string) {
		occ, err := board.ParseFEN(fen)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		pieces := 0
		placement, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
		for _, c := range placement {
			if c != '/' && (c < '0' || c > '9') {
				pieces++
			}
		}
		if bits.OnesCount64(occ) != pieces {
			t.Errorf("%q: %d letters, %d squares", fen, pieces, bits.OnesCount64(occ))
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(board.Picture(0x123456789abcdef0))
	f.Add("x")
	f.Fuzz(func(t *testing.T, picture string) {
		set, err := board.Parse(picture)
		if err != nil {
			return
		}
		if again, err := board.Parse(board.Picture(set)); again != set || err != nil {
			t.Errorf("%#x comes back as %#x, %v", set, again, err)
		}
	})
}

func ExampleWalk() {
	occ := board.MustParse(`
		. . . . . . . .
		. . . . . . . .
		. . x . . . . .
		. . . . . . . .
		x . . . . x . .
		. . . . . . . .
		. . x . . . . .
		. . . . . . . .`)
	c4, _ := board.ParseSquare("c4")
	fmt.Print(board.Picture(board.Walk(board.Rook, c4, occ)))
	// Output:
	// . . . . . . . .
	// . . . . . . . .
	// . . x . . . . .
	// . . x . . . . .
	// x x . x x x . .
	// . . x . . . . .
	// . . x . . . . .
	// . . . . . . . .
}

func ExampleParse() {
	set, err := board.Parse(`
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. x . . . . . .
		x . . . . . . .`)
	fmt.Printf("%#x %v\n", set, err)
	// Output: 0x201 <nil>
}

func ExamplePicture() {
	fmt.Print(board.Picture(board.Lines(board.Bishop, 0)))
	// Output:
	// . . . . . . . x
	// . . . . . . x .
	// . . . . . x . .
	// . . . . x . . .
	// . . . x . . . .
	// . . x . . . . .
	// . x . . . . . .
	// . . . . . . . .
}
