// Package picked is the control for package best: what best picks for single lookups, behind //go:noinline: what remains between the two is what best itself
// costs, and what remains between this and the technique under its own name is the price of a call.
package picked

import (
	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/quintessence"
)

// Build does nothing.
func Build() error { return nil }

// Rook is quintessence's.
//
//go:noinline
func Rook(sq int, occ uint64) uint64 { return quintessence.Rook(sq, occ) }

// Bishop is quintessence's.
//
//go:noinline
func Bishop(sq int, occ uint64) uint64 { return quintessence.Bishop(sq, occ) }

// Queen is quintessence's.
//
//go:noinline
func Queen(sq int, occ uint64) uint64 {
	return quintessence.Rook(sq, occ) | quintessence.Bishop(sq, occ)
}

// Both is quintessence's.
//
//go:noinline
func Both(sq int, occ uint64) (rook, bishop uint64) {
	return quintessence.Rook(sq, occ), quintessence.Bishop(sq, occ)
}

// TableBytes returns what best's does.
//
//slidebench:tables 64*8+64*8, 64*2*8, 64*8+64*8+64*2*8
func TableBytes(p board.Piece) int { return best.TableBytes(p) }
