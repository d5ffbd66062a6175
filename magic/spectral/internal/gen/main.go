// Command gen finds the shifts of package spectral, places its squares in one table and writes both as Go source.
//
// There are only 41,664 sets of three shifts, so all of them are tried on every square, with 18 index bits: with 17
// bits no set distinguishes the attacks of a rook on h1 or a8. The search is not random. The squares are then
// placed one after the other, the longest first, each at the lowest offset where all its slots are free, with the set
// of shifts whose slots end first.
package main

import (
	"bytes"
	"fmt"
	"log"
	"math"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/internal/gen"
)

// indexBits is the smallest number of index bits that is enough for every square.
const indexBits = 18

// form is a set of shifts that serves a square.
type form struct {
	shifts [3]int
	span   int // the highest slot plus 1
}

func (f form) factor() uint64 { return 1<<f.shifts[0] + 1<<f.shifts[1] + 1<<f.shifts[2] }

// square is a square for which shifts are searched.
type square struct {
	gen.Square
	forms  []form // by span
	form   form   // the chosen form
	offset int
}

func main() { gen.Main("spectral", "shifts_gen.go", search) }

// search returns the arrays of shifts and offsets.
func search() []byte {
	t := gen.NewTrial(indexBits)
	var squares []*square
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			s := newSquare(t, p, sq)
			if len(s.forms) == 0 {
				log.Fatalf("no three shifts serve a %v on %s", p, board.SquareName(sq))
			}
			squares = append(squares, s)
		}
	}
	words := place(t, squares)
	var source bytes.Buffer
	fmt.Fprintf(&source, "\n// tableWords is where the last square's slots end.\nconst tableWords = %d\n", words)
	for i, name := range []string{"rookPlaces", "bishopPlaces"} {
		fmt.Fprintf(&source, "\nvar %s = [64]place{\n", name)
		for sq, s := range squares[64*i:][:64] {
			a := s.form.shifts
			fmt.Fprintf(&source, "{[3]uint8{%d, %d, %d}, %d},", a[0], a[1], a[2], s.offset)
			if sq&3 == 3 {
				fmt.Fprintln(&source)
			}
		}
		fmt.Fprintln(&source, "}")
	}
	return source.Bytes()
}

// newSquare returns a square with its forms: the sets of shifts whose index bits distinguish its attacks.
func newSquare(t *gen.Trial, p board.Piece, sq int) *square {
	s := &square{Square: gen.NewSquare(p, sq)}
	for a := range 64 {
		for b := range a {
			for c := range b {
				f := form{shifts: [3]int{a, b, c}}
				if t.Serves(f.factor(), s.Square) {
					f.span = slices.Max(s.used(t, f)) + 1
					s.forms = append(s.forms, f)
				}
			}
		}
	}
	slices.SortStableFunc(s.forms, func(a, b form) int { return a.span - b.span })
	return s
}

// used returns the slots of the subsets.
func (s *square) used(t *gen.Trial, f form) (slots []int) {
	for _, sub := range s.Subsets {
		slots = append(slots, t.Index(sub, f.factor()))
	}
	return slots
}

// place chooses forms and offsets, and returns the length of the table.
func place(t *gen.Trial, squares []*square) int {
	longest := slices.Clone(squares)
	slices.SortStableFunc(longest, func(a, b *square) int { return b.forms[0].span - a.forms[0].span })
	var taken []bool
	for _, s := range longest {
		end := math.MaxInt
		for _, f := range s.forms {
			offset, slots := 0, s.used(t, f)
			for offset+f.span < end && overlaps(taken, slots, offset) {
				offset++
			}
			if offset+f.span < end {
				s.form, s.offset, end = f, offset, offset+f.span
			}
			if end <= len(taken) { // the table need not grow for this form, so no other is tried
				break
			}
		}
		taken = append(taken, make([]bool, max(0, end-len(taken)))...)
		for _, slot := range s.used(t, s.form) {
			taken[s.offset+slot] = true
		}
	}
	return len(taken)
}

func overlaps(taken []bool, slots []int, offset int) bool { // reports whether one of the slots, moved by an offset, is taken
	return slices.ContainsFunc(slots, func(slot int) bool { return offset+slot < len(taken) && taken[offset+slot] })
}
