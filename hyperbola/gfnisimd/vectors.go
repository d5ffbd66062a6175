//go:build goexperiment.simd && amd64 && !purego

package gfnisimd

import (
	"simd/archsimd"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasGFNI does not change after start-up.
var hasGFNI = cpu.X86.HasAVX512GFNI && cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

const (
	built  = true
	whyNot = "no GFNI with AVX-512"
)

// constants reverse the bits of each lane; package gfni explains them.
var constants = struct {
	swap   [32]int8
	matrix [4]uint64
}{
	[32]int8{
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
	},
	[4]uint64{0x8040201008040201, 0x8040201008040201, 0x8040201008040201, 0x8040201008040201},
}

// Both returns the attacks of a rook and of a bishop on sq.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	if !hasGFNI {
		return softBoth(sq, occ)
	}
	e := &entries[sq&63]
	masks := *(*archsimd.Uint64x4)(unsafe.Pointer(&e.lines))
	x := archsimd.BroadcastUint64x4(occ).And(masks)
	back := reverse(reverse(x).Sub(archsimd.BroadcastUint64x4(e.reversed)))
	x = x.Sub(archsimd.BroadcastUint64x4(e.b)).Xor(back).And(masks)
	h := x.GetHi().Or(x.GetLo())
	rook, bishop = h.GetElem(0), h.GetElem(1)
	archsimd.ClearAVXUpperBits() // the compiler does not, and SSE instructions of the caller would wait for it
	return rook, bishop
}

// reverse reverses the order of the bits in each lane.
func reverse(x archsimd.Uint64x4) archsimd.Uint64x4 {
	matrix, swap := *(*archsimd.Uint64x4)(unsafe.Pointer(&constants.matrix)), *(*archsimd.Int8x32)(unsafe.Pointer(&constants.swap))
	return x.AsUint8x32().GaloisFieldAffineTransform(matrix, 0).PermuteOrZeroGrouped(swap).AsUint64x4()
}
