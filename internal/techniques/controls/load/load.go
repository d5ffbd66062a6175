// Package load is the control that no table can beat: one load, from 4 KiB that stay in the first-level cache, at an index that
// is cheap and depends on both arguments. A whole set of sliders takes one load, too.
package load

import (
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

var table [512]uint64

func init() { _ = Build() }

// Build fills the table with arbitrary numbers.
func Build() error {
	for i := range table {
		table[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	return nil
}

// Rook returns one word of the table.
func Rook(sq int, occ uint64) uint64 { return table[(uint64(sq)+occ)&511] }

// Bishop returns another word of the table, so that a loop which asks for both loads two.
func Bishop(sq int, occ uint64) uint64 { return table[(uint64(sq)^occ)&511] }

// Queen returns the same word as Rook.
func Queen(sq int, occ uint64) uint64 { return table[(uint64(sq)+occ)&511] }

// Rooks returns one word of the table for a whole set.
func Rooks(sliders, occ uint64) uint64 { return table[(sliders+occ)&511] }

// Bishops returns another word of the table for a whole set.
func Bishops(sliders, occ uint64) uint64 { return table[(sliders^occ)&511] }

// Queens returns the same word as Rooks.
func Queens(sliders, occ uint64) uint64 { return table[(sliders+occ)&511] }

// TableBytes returns the size of the table.
func TableBytes(board.Piece) int { return int(unsafe.Sizeof(table)) }
