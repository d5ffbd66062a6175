//go:build !amd64 || purego

package bitnetwork

const (
	hasAVX2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func rook(sq int, occ uint64) uint64   { return softRook(sq, occ) }
func bishop(sq int, occ uint64) uint64 { return softBishop(sq, occ) }
