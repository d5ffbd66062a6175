//go:build !goexperiment.simd || !amd64.v3 || purego

package dualsimd

const (
	hasVectors = false
	whyNot     = "not built with GOEXPERIMENT=simd and GOAMD64=v3 or v4"
	swapBytes  = 0
)

type vector = [4]uint64

// Done has nothing to do.
func Done() {}

var swap struct{} // no bytes are shuffled

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) { return Rook(sq, occ), Bishop(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 { return Rook(sq, occ) | Bishop(sq, occ) }
