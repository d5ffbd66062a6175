//go:build !amd64 || purego

package byteboard

const (
	hasAVX2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func queen(sq int, occ uint64) uint64 { return softQueen(sq, occ) }
