//go:build !amd64 || purego

package dual

const (
	hasAVX2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }

func queen(sq int, occ uint64) uint64 { return softQueen(sq, occ) }
