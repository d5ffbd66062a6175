//go:build !amd64 || purego

package raysavx2

const (
	hasAVX2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }
