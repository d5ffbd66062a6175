//go:build !goexperiment.simd || !amd64 || purego

package gfnisimd

const (
	built   = false
	hasGFNI = false
	whyNot  = "not built with GOEXPERIMENT=simd"
)

var constants struct{} // nothing is shuffled

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(sq, occ) }
