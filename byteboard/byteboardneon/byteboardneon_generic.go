//go:build !arm64 || purego

package byteboardneon

import "github.com/slidebench/slidebench/board"

const (
	hasASIMD = false
	whyNot   = "built without assembly (not arm64, or tag purego)"
)

func queen(sq int, occ uint64) uint64 { return softQueen(sq, occ) }

func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	softThreats(men, sq, before, after, d)
}
