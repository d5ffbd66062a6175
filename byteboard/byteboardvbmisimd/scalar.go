//go:build !goexperiment.simd || !amd64 || purego

package byteboardvbmisimd

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
)

const (
	hasVBMI = false
	whyNot  = "not built with GOEXPERIMENT=simd for amd64"
)

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 { return softQueen(sq, occ) }

// Threats appends the threats that vanish and appear if the man on sq, before, becomes after, each of them none for an empty square. It does not matter which
// of them men has there, if any.
func Threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	superpiece.Threats(&orders[sq&63], men, sq, before, after, d)
}
