package conform_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Tests in other files use these squares, and the functions and types up to twoOnly.
const (
	d4 = 27
	b5 = 33 // on none of d4's lines
)

func rook(sq int, occ uint64) uint64   { return conform.Walk(board.Rook, sq, occ) }
func bishop(sq int, occ uint64) uint64 { return conform.Walk(board.Bishop, sq, occ) }
func queen(sq int, occ uint64) uint64  { return conform.Walk(board.Queen, sq, occ) }

var right = conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: queen}

// wrongIf spoils the answers to some questions on one square, b5.
func wrongIf(lookup func(int, uint64) uint64, spoilt func(sq int, occ uint64) bool) func(int, uint64) uint64 {
	return func(sq int, occ uint64) uint64 {
		if spoilt(sq, occ) {
			return lookup(sq, occ) ^ 1<<b5
		}
		return lookup(sq, occ)
	}
}

// withBoth returns a technique that answers for both pieces in one call.
func withBoth(both func(sq int, occ uint64) (rook, bishop uint64)) conform.BothFuncs {
	return conform.BothFuncs{Funcs: right, BothFunc: both}
}

// onlyFor holds for questions about d4 in which just a subset of a piece's lines is occupied. others says whether squares off the lines are
// occupied, too, and own whether d4 itself is.
func onlyFor(p board.Piece, subset uint64, others, own presence) func(sq int, occ uint64) bool {
	lines := board.Lines(p, d4)
	return func(sq int, occ uint64) bool {
		return sq == d4 && occ&lines == subset && (occ&^(lines|1<<d4) != 0) == bool(others) && (occ>>d4&1 != 0) == bool(own)
	}
}

// presence says whether there are pieces.
type presence bool

const (
	none presence = false
	some presence = true
)

// twoOnly hides all methods of a technique but Rook and Bishop.
type twoOnly struct{ conform.Technique }

func TestCheckAcceptsTheTruth(t *testing.T) {
	if err := conform.Check(right, 1); err != nil {
		t.Error(err)
	}
	for name, technique := range map[string]conform.Technique{
		"no queen": conform.Funcs{RookFunc: rook, BishopFunc: bishop},
		"two only": twoOnly{right},
		"both":     withBoth(func(sq int, occ uint64) (uint64, uint64) { return rook(sq, occ), bishop(sq, occ) }),
	} {
		if err := conform.CheckSquare(technique, d4, 1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// CheckSquare finds answers that are wrong for few questions about d4, and its error shows the first one.
func TestCheckCatches(t *testing.T) {
	onD4 := func(condition func(occ uint64) bool) func(int, uint64) bool {
		return func(sq int, occ uint64) bool { return sq == d4 && condition(occ) }
	}
	ownEmpty := onD4(func(occ uint64) bool { return occ>>d4&1 == 0 })
	ownSet := onD4(func(occ uint64) bool { return occ>>d4&1 != 0 })
	checkerboard := onD4(func(occ uint64) bool { return occ == 0xaa55aa55aa55aa55 })
	noise := onD4(func(occ uint64) bool { return occ == 1<<b5 })
	const rookSubset, bishopSubset = 1<<11 | 1<<51, 1<<9 | 1<<45 // d2 and d7, b2 and f6
	rookSpoilt := func(subset uint64, others, own presence) conform.Technique {
		return twoOnly{conform.Funcs{RookFunc: wrongIf(rook, onlyFor(board.Rook, subset, others, own)), BishopFunc: bishop}}
	}
	bishopSpoilt := func(subset uint64, others, own presence) conform.Technique {
		return twoOnly{conform.Funcs{RookFunc: rook, BishopFunc: wrongIf(bishop, onlyFor(board.Bishop, subset, others, own))}}
	}
	oneRank := func(content uint64) func(int, uint64) bool { // the content of rank 8, under an empty file and rank of d4
		return onD4(func(occ uint64) bool { return occ>>56 == content && occ&board.Lines(board.Rook, d4) == 0 })
	}
	for _, c := range []struct {
		name      string
		technique conform.Technique
		piece     board.Piece
	}{
		{"rook, own square empty", conform.Funcs{RookFunc: wrongIf(rook, ownEmpty), BishopFunc: bishop}, board.Rook},
		{"rook, own square set", conform.Funcs{RookFunc: wrongIf(rook, ownSet), BishopFunc: bishop}, board.Rook},
		{"bishop, own square empty", conform.Funcs{RookFunc: rook, BishopFunc: wrongIf(bishop, ownEmpty)}, board.Bishop},
		{"bishop, own square set", conform.Funcs{RookFunc: rook, BishopFunc: wrongIf(bishop, ownSet)}, board.Bishop},
		{"rook, one noise square",
			conform.Funcs{RookFunc: wrongIf(rook, noise), BishopFunc: bishop}, board.Rook},
		{"bishop, one noise square",
			twoOnly{conform.Funcs{RookFunc: rook, BishopFunc: wrongIf(bishop, noise)}}, board.Bishop},
		{"rook, one subset, own square empty", rookSpoilt(rookSubset, none, none), board.Rook},
		{"rook, one subset, own square set", rookSpoilt(rookSubset, none, some), board.Rook},
		{"rook, one subset, noise", rookSpoilt(rookSubset, some, none), board.Rook},
		{"rook, all lines and nothing else", rookSpoilt(board.Lines(board.Rook, d4), none, none), board.Rook},
		{"bishop, one subset, own square empty", bishopSpoilt(bishopSubset, none, none), board.Bishop},
		{"bishop, one subset, own square set", bishopSpoilt(bishopSubset, none, some), board.Bishop},
		{"bishop, one subset, noise", bishopSpoilt(bishopSubset, some, none), board.Bishop},
		{"bishop, all lines and nothing else", bishopSpoilt(board.Lines(board.Bishop, d4), none, none), board.Bishop},
		{"rook, checkerboard", conform.Funcs{RookFunc: wrongIf(rook, checkerboard), BishopFunc: bishop}, board.Rook},
		{"rook, one content of a rank off its lines",
			conform.Funcs{RookFunc: wrongIf(rook, oneRank(0x42)), BishopFunc: bishop}, board.Rook},
		{"queen only", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: wrongIf(queen, ownEmpty)}, board.Queen},
		{"queen is a rook", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: rook}, board.Queen},
		{"both swapped", withBoth(func(sq int, occ uint64) (uint64, uint64) { return bishop(sq, occ), rook(sq, occ) }), board.Rook},
		{"bishop wrong in both", withBoth(func(sq int, occ uint64) (uint64, uint64) {
			return rook(sq, occ), wrongIf(bishop, ownEmpty)(sq, occ)
		}), board.Bishop},
		{"rook and bishop swapped", conform.Funcs{RookFunc: bishop, BishopFunc: rook}, board.Rook},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := conform.CheckSquare(c.technique, d4, 1)
			var mistake *conform.Mistake
			if !errors.As(err, &mistake) {
				t.Fatalf("got %v, want a mistake", err)
			}
			if mistake.Piece != c.piece || mistake.Square != d4 || mistake.Panic != nil {
				t.Errorf("got %v", mistake)
			}
			if want := board.Walk(mistake.Piece, d4, mistake.Occ); mistake.Want != want || mistake.Got == want {
				t.Errorf("wanted %#x, got %#x; the walk says %#x", mistake.Want, mistake.Got, want)
			}
			text := err.Error()
			if want := c.piece.String() + " on d4 is wrong"; !strings.HasPrefix(text, want) {
				t.Errorf("%q does not begin with %q", text, want)
			}
			for _, set := range []uint64{mistake.Occ, mistake.Want, mistake.Got} {
				if !strings.Contains(text, fmt.Sprintf("0x%016x", set)) {
					t.Errorf("no 0x%016x in\n%s", set, text)
				}
			}
		})
	}
}

// An exam that many techniques share finds the same mistakes as an exam for each.
func TestExamIsShared(t *testing.T) {
	const subset = 1<<11 | 1<<51 // d2 and d7
	shared := conform.NewExam(d4, 1)
	for name, technique := range map[string]conform.Technique{
		"right": right,
		"one subset": twoOnly{conform.Funcs{
			RookFunc: wrongIf(rook, onlyFor(board.Rook, subset, some, some)), BishopFunc: bishop,
		}},
		"bishop under a rook's noise": twoOnly{conform.Funcs{RookFunc: rook, BishopFunc: wrongIf(bishop, func(_ int, occ uint64) bool {
			return occ&board.Lines(board.Rook, d4) == subset && occ>>d4&1 == 0
		})}},
		"panic": twoOnly{conform.Funcs{RookFunc: rook, BishopFunc: func(_ int, occ uint64) uint64 { panic(occ) }}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, want := shared.Check(technique), conform.CheckSquare(technique, d4, 1)
			if fmt.Sprint(got) != fmt.Sprint(want) || (got == nil) != (name == "right") {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// Exams of one seed ask the same questions, and exams of other seeds ask others.
func TestExamIsSeeded(t *testing.T) {
	asked := func(seed uint64) (occs []uint64) {
		technique := conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 {
			occs = append(occs, occ)
			return rook(sq, occ)
		}}
		if err := conform.CheckSquare(technique, d4, seed); err != nil {
			t.Error(err)
		}
		return occs
	}
	first := asked(1)
	if !slices.Equal(first, asked(1)) || slices.Equal(first, asked(2)) {
		t.Error("one seed's questions are not the same, or two seeds' are")
	}
}

// Check asks about all squares, and names the one with a mistake: the last.
func TestCheckFindsTheSquare(t *testing.T) {
	tiertest.Slow(t)
	wrongOnH8 := wrongIf(rook, func(sq int, occ uint64) bool { return sq == 63 && occ == ^uint64(0) })
	err := conform.Check(twoOnly{conform.Funcs{RookFunc: wrongOnH8, BishopFunc: bishop}}, 7)
	if err == nil || !strings.HasPrefix(err.Error(), "rook on h8 is wrong\noccupancy ") || !strings.Contains(err.Error(), "\n0xffffffffffffffff ") {
		t.Errorf("got %v", err)
	}
}

func TestCheckNamesThePanic(t *testing.T) {
	panicking := func(sq int, occ uint64) uint64 {
		if sq == d4 && occ == 1<<b5 {
			panic("lost in the table")
		}
		return bishop(sq, occ)
	}
	err := conform.Check(conform.Funcs{RookFunc: rook, BishopFunc: panicking}, 1)
	var mistake *conform.Mistake
	if !errors.As(err, &mistake) || mistake.Panic == nil {
		t.Fatalf("got %v, want a panic", err)
	}
	for _, want := range []string{
		"bishop on d4 panics\n", "panic: lost in the table\n", "0x0000000200000000  0x8041221400142241\n",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
}
