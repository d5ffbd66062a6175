// Package noop is the control that no technique can beat: a lookup without a table, so that the loop alone takes time.
package noop

import "github.com/slidebench/slidebench/board"

// Build does nothing: there are no tables.
func Build() error { return nil }

// Rook returns a number that depends on both arguments, so that the loop has to load them.
func Rook(sq int, occ uint64) uint64 { return occ + uint64(sq) }

// Bishop differs from Rook and depends on both arguments, so a loop that combines the two answers must still load sq and occ.
func Bishop(sq int, occ uint64) uint64 { return occ ^ uint64(sq) }

// Queen returns the same number as Rook.
func Queen(sq int, occ uint64) uint64 { return occ + uint64(sq) }

// Rooks returns a number that depends on both arguments.
func Rooks(sliders, occ uint64) uint64 { return occ + sliders }

// Bishops differs from Rooks and depends on both arguments.
func Bishops(sliders, occ uint64) uint64 { return occ ^ sliders }

// Queens returns the same number as Rooks.
func Queens(sliders, occ uint64) uint64 { return occ + sliders }

// Threats lists no threats; an engine bound to it still makes all its moves.
func Threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {}

// TableBytes returns 0: there are no tables.
func TableBytes(board.Piece) int { return 0 }
