//go:build !amd64 || purego

package titboardspext

const (
	hasBMI2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func rookMoves(sq int, own, occ uint64) uint64   { return softRook(sq, own, occ) }
func bishopMoves(sq int, own, occ uint64) uint64 { return softBishop(sq, own, occ) }
func queenMoves(sq int, own, occ uint64) uint64  { return softQueen(sq, own, occ) }

func rookAttacks(sq int, occ uint64) uint64   { return softRookAttacks(sq, occ) }
func bishopAttacks(sq int, occ uint64) uint64 { return softBishopAttacks(sq, occ) }
func queenAttacks(sq int, occ uint64) uint64  { return softQueenAttacks(sq, occ) }
