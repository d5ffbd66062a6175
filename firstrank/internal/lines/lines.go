// Package lines holds the shared code of techniques that look up one line at a time: the four lines through a square, and the
// filling of their tables. Each technique owns its tables.
package lines

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
)

// Line is one of the four lines through a square.
type Line uint8

// The lines: a rook's, then a bishop's. A diagonal rises with the files, an antidiagonal falls.
const (
	Rank Line = iota
	File
	Diagonal
	Antidiagonal
)

// String returns the line's name in lower case.
func (l Line) String() string { return [...]string{"rank", "file", "diagonal", "antidiagonal"}[l] }

// Piece returns the piece that moves along the line, a rook or a bishop.
func (l Line) Piece() board.Piece {
	if l <= File {
		return board.Rook
	}
	return board.Bishop
}

// Squares returns the squares of the line through sq, without sq.
func (l Line) Squares(sq int) uint64 {
	forth := [...]board.Direction{board.East, board.North, board.NorthEast, board.NorthWest}[l]
	back := [...]board.Direction{board.West, board.South, board.SouthWest, board.SouthEast}[l]
	return board.Ray(forth, sq) | board.Ray(back, sq)
}

// Mask returns the relevant squares of the line: Squares without the last square of either ray, at most six.
func (l Line) Mask(sq int) uint64 { return l.Squares(sq) & board.Mask(l.Piece(), sq) }

// Pair holds squares of a bishop's two lines.
type Pair struct{ Diagonal, Antidiagonal uint64 }

// Masks returns the relevant squares of the bishops' lines.
func Masks() (pairs [64]Pair) {
	for sq := range pairs {
		pairs[sq] = Pair{Diagonal.Mask(sq), Antidiagonal.Mask(sq)}
	}
	return pairs
}

// Whole returns the squares of the bishops' lines, without those of the bishops.
func Whole() (pairs [64]Pair) {
	for sq := range pairs {
		pairs[sq] = Pair{Diagonal.Squares(sq), Antidiagonal.Squares(sq)}
	}
	return pairs
}

// Attacks returns the attacks within the line of a slider on sq.
func (l Line) Attacks(sq int, occ uint64) uint64 {
	return board.Walk(l.Piece(), sq, occ) & l.Squares(sq)
}

// Fill writes the attacks within a line of a slider on sq to table[index(subset)] for every subset of the line. The subsets
// include the edges and the slider's own square, because an index may depend on these. A technique passes the index function
// of its lookup, so that a lookup reads the slots that Fill wrote.
//
// A slot that holds 0 is free; subsets may share a slot when their attacks are equal. An index outside of the table, or a
// slot that holds other attacks, is an error that names the square, the line and the subset, with pictures.
func (l Line) Fill(sq int, table []uint64, index func(occ uint64) int) error {
	for sub := range board.Subsets(l.Squares(sq) | 1<<sq) {
		i, attacks := index(sub), l.Attacks(sq, sub)
		if i < 0 || i >= len(table) {
			return fmt.Errorf("%v on %s: subset %#x has index %d, outside of the table's %d slots\n%s",
				l, board.SquareName(sq), sub, i, len(table), board.Picture(sub))
		}
		if table[i] != 0 && table[i] != attacks {
			return l.collision(sq, sub, i, table[i], index)
		}
		table[i] = attacks
	}
	return nil
}

// FillAll clears the tables of the four lines through each square, and fills them as Fill does.
func FillAll(tables func(sq int) [4][]uint64, rank, file, diagonal, antidiagonal func(sq int, occ uint64) int) error {
	for sq := range 64 {
		for line, table := range tables(sq) {
			clear(table)
			index := [...]func(sq int, occ uint64) int{rank, file, diagonal, antidiagonal}[line]
			if err := Line(line).Fill(sq, table, func(occ uint64) int { return index(sq, occ) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// FillUp fills a table with the attacks within a rank, repeated on all ranks, by the slider's file: a line with one square on
// each file cuts its own attacks out of them. The table is cleared first.
func FillUp(table *[8][64]uint64, index func(sq int, occ uint64) int) error {
	const fileA = 0x0101010101010101
	clear(table[:])
	for file := range table {
		if err := Rank.Fill(file, table[file][:], func(occ uint64) int { return index(file, occ) }); err != nil {
			return err
		}
		for i := range table[file] {
			table[file][i] *= fileA
		}
	}
	return nil
}

// collision returns the error of a slot that two subsets with different attacks want.
func (l Line) collision(sq int, sub uint64, i int, found uint64, index func(occ uint64) int) error {
	head := fmt.Sprintf("%v on %s: subset %#x wants slot %d for other attacks than ", l, board.SquareName(sq), sub, i)
	for earlier := range board.Subsets(l.Squares(sq) | 1<<sq) {
		if index(earlier) == i && l.Attacks(sq, earlier) == found {
			return fmt.Errorf("%ssubset %#x\n%s\n%s", head, earlier, board.Picture(sub), board.Picture(earlier))
		}
	}
	return fmt.Errorf("%sanother line stored\nsubset\n%s\nits attacks\n%s\nattacks in the slot\n%s",
		head, board.Picture(sub), board.Picture(l.Attacks(sq, sub)), board.Picture(found))
}
