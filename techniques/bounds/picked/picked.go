// Package picked is the price of a call: what best picked on this machine, each lookup behind //go:noinline. It shows what
// remains for best to be blamed for.
package picked

import (
	"slices"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/dual"
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
func Queen(sq int, occ uint64) uint64 { return quintessence.Queen(sq, occ) }

// Both is that of the pair's pick.
//
//go:noinline
func Both(sq int, occ uint64) (rook, bishop uint64) {
	if pairIsDual {
		return dual.Both(sq, occ)
	}
	return quintessence.Rook(sq, occ), quintessence.Bishop(sq, occ)
}

var pairIsDual = slices.ContainsFunc(best.Picks(), func(p best.Pick) bool { return p.Use == best.Pair && p.Technique == "dual" })

// TableBytes returns what best's does.
func TableBytes(p board.Piece) int { return best.TableBytes(p) }
