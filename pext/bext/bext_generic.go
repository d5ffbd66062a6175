//go:build !arm64 || !linux || purego

package bext

const (
	hasBEXT = false
	whyNot  = "built without assembly (not arm64 with Linux, or tag purego)"
)

func rook(sq int, occ uint64) uint64   { return softRook(sq, occ) }
func bishop(sq int, occ uint64) uint64 { return softBishop(sq, occ) }

func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return softBoth(sq, occ) }
