// Package probe has a call of all that techniques call with GOEXPERIMENT=simd. The experiment changes from one version of Go to the next.
package probe

import "simd/archsimd"

func probe(x archsimd.Uint64x4, swap archsimd.Int8x32) uint64 {
	x = archsimd.BroadcastUint64x4(1).And(x).Sub(x).Xor(x)
	x = x.AsUint8x32().GaloisFieldAffineTransform(x, 0).PermuteOrZeroGrouped(swap).AsUint64x4()
	archsimd.ClearAVXUpperBits()
	return x.GetHi().Or(x.GetLo()).GetElem(0)
}

func probeThreats(x archsimd.Uint8x32, y archsimd.Uint32x8, z archsimd.Uint8x16) (archsimd.Uint32x8, uint32) {
	none := archsimd.BroadcastInt8x32(0)
	x = archsimd.BroadcastUint8x32(1).SetLo(z).SetHi(z)
	mask := x.AsInt8x32().Greater(none)
	x = x.AndNot(mask.ToInt8x32().AsUint8x32()).Masked(mask).Merge(x, x.Equal(none.AsUint8x32()))
	sums := x.DotProductPairsSaturated(none).Or(archsimd.BroadcastInt16x16(1)).ShiftAllLeft(8).DotProductPairs(x.AsInt16x16())
	y = sums.SaturateToUint16ConcatGrouped(y.AsInt32x8()).AsUint32x8().Permute(z.ExtendLo8ToUint32()).Or(archsimd.BroadcastUint32x8(1))
	return y, mask.ToBits()
}

func probeCompress(x archsimd.Uint8x64, z archsimd.Uint8x16, set uint64) (archsimd.Uint32x8, uint64) {
	none := archsimd.BroadcastInt8x64(0)
	on := archsimd.Mask8x64FromBits(x.AsInt8x64().Less(none).ToBits())
	x = on.ToInt8x64().AsUint8x64().Permute(x).Masked(x.NotEqual(archsimd.BroadcastUint8x64(0)))
	x = x.AsUint64x8().Sub(archsimd.BroadcastUint64x8(1)).AsUint8x64()
	sums := x.DotProductPairsSaturated(none).Or(archsimd.BroadcastInt16x32(1)).ShiftAllLeft(8).DotProductPairs(archsimd.BroadcastInt16x32(1)).SaturateToInt16()
	y := sums.DotProductPairs(sums).SaturateToInt16().AsUint16x8()
	y = y.AsUint32x4().PermuteScalars(3, 2, 1, 0).AsUint16x8().AndNot(z.PermuteOrZero(y.AsInt8x16()).AsUint16x8())
	mask := y.And(y).NotEqual(archsimd.BroadcastUint16x8(0))
	return y.Merge(y, archsimd.Mask16x8FromBits(mask.ToBits())).Compress(mask).ExtendToUint32().ShiftAllLeft(16).Or(archsimd.BroadcastUint32x8(1)), on.ToBits()
}
