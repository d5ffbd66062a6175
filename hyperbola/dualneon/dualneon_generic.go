//go:build !arm64 || purego

package dualneon

const (
	hasASIMD = false
	whyNot   = "built without assembly (not arm64, or tag purego)"
)

func rook(sq int, occ uint64) uint64                { return softRook(sq, occ) }
func bishop(sq int, occ uint64) uint64              { return softBishop(sq, occ) }
func queen(sq int, occ uint64) uint64               { return softRook(sq, occ) | softBishop(sq, occ) }
func both(sq int, occ uint64) (rook, bishop uint64) { return softRook(sq, occ), softBishop(sq, occ) }
func rookBatch(dst, occ []uint64, sq []uint8)       { batch(dst, occ, sq, softRook) }
func bishopBatch(dst, occ []uint64, sq []uint8)     { batch(dst, occ, sq, softBishop) }
func queenBatch(dst, occ []uint64, sq []uint8)      { batch(dst, occ, sq, queen) }

func bothBatch(rook, bishop, occ []uint64, sq []uint8) {
	for i, o := range occ {
		rook[i], bishop[i] = both(int(sq[i]), o)
	}
}

func batch(dst, occ []uint64, sq []uint8, lookup func(sq int, occ uint64) uint64) {
	for i, o := range occ {
		dst[i] = lookup(int(sq[i]), o)
	}
}
