package conform_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// recorder keeps the errors of a test that is expected to fail.
type recorder struct {
	*testing.T
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// walker is a technique with one part: whether it is spoilt, and for which boards that shows.
type walker struct {
	spoilt bool
	shows  func(sq int, occ uint64) bool
}

func (w *walker) Rook(sq int, occ uint64) uint64 {
	if w.spoilt && w.shows(sq, occ) {
		return 0
	}
	return rook(sq, occ)
}

func (w *walker) Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

func (w *walker) tables(fill func() error) conform.Tables {
	return conform.Tables{
		Technique: w,
		Place:     func() { w.spoilt = false },
		Fill:      fill,
		Parts: func(board.Piece, int) []conform.Fault {
			return []conform.Fault{conform.Wrong("spoilt", "", &w.spoilt, true)}
		},
	}
}

func depth() conform.Depth {
	if testing.Short() {
		return conform.Quick
	}
	return conform.Full
}

func TestProveFaults(t *testing.T) {
	lines := board.Lines(board.Rook, 36) | 1<<36
	accepts := func() error { return nil }
	for _, c := range []struct {
		name  string
		shows func(sq int, occ uint64) bool
		want  string // "" if all is well
	}{
		{"every fault shows", func(int, uint64) bool { return true }, ""},
		{"no fault shows", func(int, uint64) bool { return false }, `none of the faults "spoilt" is ever found`},
		// The suite's noise is random and never all squares, but for boards that are full anyway.
		{"the suite is blind", func(sq int, occ uint64) bool { return sq == 36 && occ == ^lines|1<<4 },
			"rook on e5, spoilt , planted after Fill: caught is false, changes an answer is true"},
	} {
		w := &walker{shows: c.shows}
		r := &recorder{T: t}
		conform.ProveFaults(r, w.tables(accepts), depth())
		if c.want == "" && r.errors != nil || c.want != "" && !slices.Contains(r.errors, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, r.errors, c.want)
		}
		if w.spoilt {
			t.Errorf("%s: the last fault is still there", c.name)
		}
	}
}

// What Fill refuses, or panics with, is found.
func TestProveFaultsAsksFill(t *testing.T) {
	w := &walker{shows: func(int, uint64) bool { return false }}
	for _, fill := range []func() error{
		func() error {
			if w.spoilt {
				return errors.New("refused")
			}
			return nil
		},
		func() error {
			if w.spoilt {
				panic("outside of the table")
			}
			return nil
		},
	} {
		r := &recorder{T: t}
		conform.ProveFaults(r, w.tables(fill), depth())
		if r.errors != nil {
			t.Errorf("got %q", r.errors)
		}
	}
}

func TestProveFaultsWantsFaults(t *testing.T) {
	w := &walker{}
	tables := w.tables(func() error { return nil })
	tables.Parts = func(board.Piece, int) []conform.Fault { return nil }
	r := &recorder{T: t}
	conform.ProveFaults(r, tables, depth())
	if !slices.Equal(r.errors, []string{"no fault was planted"}) {
		t.Errorf("got %q", r.errors)
	}
}

func TestWrongRays(t *testing.T) {
	attacks := board.MustParse(`
		. . . . . . . .
		. . . . . . . .
		x . . . . . . .
		x . . . . . . .
		. x x x x x x x
		x . . . . . . .
		x . . . . . . .
		x . . . . . . .`)
	const a4 = 24
	// North can be shorter or longer, south and east only shorter: they end at the edge.
	got := conform.WrongRays(board.Rook, a4, attacks)
	want := []uint64{attacks &^ (1 << 40), attacks | 1<<48, attacks &^ (1 << 0), attacks &^ (1 << 31)}
	if !slices.Equal(got, want) {
		var b strings.Builder
		for _, set := range got {
			b.WriteString(board.Picture(set) + "\n")
		}
		t.Errorf("got %d sets:\n%s", len(got), b.String())
	}
}

func TestFlippedBitsTryAllBits(t *testing.T) {
	word := uint64(0x123456789abcdef0)
	flipped := uint64(0)
	for sq := range 64 {
		for _, f := range conform.FlippedBits("word", sq, &word) {
			before := word
			f.Swap()
			flipped |= before ^ word
			f.Swap()
			if word != before {
				t.Fatalf("%s: %#x does not come back as %#x", f.Detail, word, before)
			}
		}
	}
	if flipped != ^uint64(0) {
		t.Errorf("bits %#x are never flipped", ^flipped)
	}
}

func TestOverlap(t *testing.T) {
	// One slot for every word of the board's 107,648 relevant subsets, end to end: nothing overlaps.
	next, begin := 0, map[[2]int]int{}
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			begin[[2]int{int(p), sq}] = next
			for range board.Subsets(board.Mask(p, sq)) {
				next++
			}
		}
	}
	gather := func(p board.Piece, sq int, occ uint64) int {
		i, n := begin[[2]int{int(p), sq}], 0
		for s := range board.Squares(board.Mask(p, sq)) {
			i += int(occ >> s & 1 << n)
			n++
		}
		return i
	}
	if pairs, err := conform.Overlap(next, gather); pairs != 0 || err != nil {
		t.Errorf("end to end: got %d, %v", pairs, err)
	}
	if _, err := conform.Overlap(next-1, gather); err == nil || !strings.Contains(err.Error(), "outside of 107647 words") {
		t.Errorf("a word too short: got %v", err)
	}
	shared := func(p board.Piece, sq int, occ uint64) int { return max(gather(p, sq, occ)-1, 0) }
	if _, err := conform.Overlap(next, shared); err == nil || !strings.Contains(err.Error(), "serves other attacks") {
		t.Errorf("a shared slot: got %v", err)
	}
}
