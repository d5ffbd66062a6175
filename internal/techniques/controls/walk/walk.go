// Package walk is the control that every technique should beat: board.Walk, the slow truth.
package walk

import "github.com/slidebench/slidebench/board"

// Build does nothing: there are no tables.
func Build() error { return nil }

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return board.Walk(board.Rook, sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return board.Walk(board.Bishop, sq, occ) }

// Queen returns the attacks of a queen on sq.
func Queen(sq int, occ uint64) uint64 { return board.Walk(board.Queen, sq, occ) }

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
