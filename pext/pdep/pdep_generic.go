//go:build !amd64 || purego

package pdep

const (
	hasBMI2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func rook(sq int, occ uint64) uint64   { return softRook(sq, occ) }
func bishop(sq int, occ uint64) uint64 { return softBishop(sq, occ) }

func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return softBoth(sq, occ) }

func rookBatch(dst, occ []uint64, sq []uint8)          { softRookBatch(dst, occ, sq) }
func bishopBatch(dst, occ []uint64, sq []uint8)        { softBishopBatch(dst, occ, sq) }
func queenBatch(dst, occ []uint64, sq []uint8)         { softQueenBatch(dst, occ, sq) }
func bothBatch(rook, bishop, occ []uint64, sq []uint8) { softBothBatch(rook, bishop, occ, sq) }
