package scaffold

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
)

// Fill writes the attacks of a piece on sq to table[index(subset)] for every relevant subset. A technique passes the
// index function of its lookup, so that a lookup reads the slots that Fill wrote.
//
// A slot that holds 0 is free, because every slider attacks at least one square. Subsets may share a slot when their attacks
// are equal (a constructive collision). An index outside of the table, or a slot that already holds other attacks, is an
// error that names the square and both subsets, with pictures of both boards.
func Fill(p board.Piece, sq int, table []uint64, index func(occ uint64) int) error {
	mask := board.Mask(p, sq)
	for sub := range board.Subsets(mask) {
		i := index(sub)
		if i < 0 || i >= len(table) {
			return outside(p, sq, sub, i, len(table))
		}
		attacks := board.Walk(p, sq, sub)
		if table[i] != 0 && table[i] != attacks {
			return collision(p, sq, sub, i, table[i], index)
		}
		table[i] = attacks
	}
	return nil
}

// FillAll clears the tables of rooks and bishops, which may be the same table, and fills them for every square as Fill does.
func FillAll(rookTable, bishopTable []uint64, rookIndex, bishopIndex func(sq int, occ uint64) int) error {
	clear(rookTable)
	clear(bishopTable)
	for sq := range 64 {
		rook := func(occ uint64) int { return rookIndex(sq, occ) }
		if err := Fill(board.Rook, sq, rookTable, rook); err != nil {
			return err
		}
		bishop := func(occ uint64) int { return bishopIndex(sq, occ) }
		if err := Fill(board.Bishop, sq, bishopTable, bishop); err != nil {
			return err
		}
	}
	return nil
}

// outside returns the error for an index outside of a table.
func outside(p board.Piece, sq int, sub uint64, i, slots int) error {
	return fmt.Errorf("%v on %s: subset %#x has index %d, outside of the table's %d slots\n%s",
		p, board.SquareName(sq), sub, i, slots, board.Picture(sub))
}

// collision returns the error for a slot that two subsets with different attacks share.
func collision(p board.Piece, sq int, sub uint64, i int, found uint64, index func(occ uint64) int) error {
	head := fmt.Sprintf("%v on %s: subset %#x wants slot %d for other attacks than ", p, board.SquareName(sq), sub, i)
	for earlier := range board.Subsets(board.Mask(p, sq)) {
		if earlier == sub {
			break
		}
		if index(earlier) == i && board.Walk(p, sq, earlier) == found {
			return fmt.Errorf("%ssubset %#x\n%s\n%s", head, earlier, board.Picture(sub), board.Picture(earlier))
		}
	}
	return fmt.Errorf("%sanother square stored\nsubset\n%s\nits attacks\n%s\nattacks in the slot\n%s",
		head, board.Picture(sub), board.Picture(board.Walk(p, sq, sub)), board.Picture(found))
}
