// Package probe has a call of all that techniques call with GOEXPERIMENT=simd. The experiment changes from one version of Go to the next.
package probe

import "simd/archsimd"

func probe(x archsimd.Uint64x4, swap archsimd.Int8x32) uint64 {
	x = archsimd.BroadcastUint64x4(1).And(x).Sub(x).Xor(x)
	x = x.AsUint8x32().GaloisFieldAffineTransform(x, 0).PermuteOrZeroGrouped(swap).AsUint64x4()
	archsimd.ClearAVXUpperBits()
	return x.GetHi().Or(x.GetLo()).GetElem(0)
}
