//go:build !goexperiment.simd || !amd64.v3 || purego

package byteboardsimd

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
)

const (
	hasVectors = false
	whyNot     = "not built with GOEXPERIMENT=simd and GOAMD64=v3 or v4"
)

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 { return superpiece.Queen(&orders[sq&63], occ) }

// Threats appends the threats that vanish and appear when the man on sq changes from before to after, either of them board.NoMan for an empty square. The man
// that men has on sq is ignored.
func Threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	superpiece.Threats(&orders[sq&63], men, sq, before, after, d)
}
