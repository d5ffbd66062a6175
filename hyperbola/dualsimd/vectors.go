//go:build goexperiment.simd && amd64.v3 && !purego

package dualsimd

import (
	"simd/archsimd"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasVectors reports that GODEBUG does not hide AVX2, which GOAMD64 promises. The lookups do not read it.
var hasVectors = cpu.X86.HasAVX2

const whyNot = "no AVX2"

type vector = archsimd.Uint64x4

// swap is the shuffle that swaps the bytes of all lanes; each half of a register is shuffled within itself.
var swap archsimd.Int8x32

// Functions that load vectors change with Go's version, so swap is written as bytes.
func init() {
	*(*[32]int8)(unsafe.Pointer(&swap)) = [32]int8{
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
		7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
	}
}

const swapBytes = unsafe.Sizeof(swap)

// Done clears the upper halves of the vector registers. Call it after the last lookup of a loop.
func Done() { archsimd.ClearAVXUpperBits() }

// attacks returns two words: the attacks on the file, and those on both diagonals.
func attacks(sq int, occ uint64) archsimd.Uint64x2 {
	e := &entries[sq&63]
	x := archsimd.BroadcastUint64x4(occ).And(e.lines)
	x = x.AsUint8x32().PermuteOrZeroGrouped(swap).AsUint64x4().
		Sub(e.swapped).AsUint8x32().PermuteOrZeroGrouped(swap).AsUint64x4().Xor(x.Sub(e.b)).And(e.lines)
	return x.GetHi().Or(x.GetLo()) // file, diagonal | anti-diagonal
}

// Both returns the attacks of a rook and of a bishop on sq. It leaves the upper halves of vector registers in use.
func Both(sq int, occ uint64) (rook, bishop uint64) {
	return inline(func() (rook, bishop uint64) {
		a := attacks(sq, occ)
		return a.GetElem(0) | uint64(rankAttacks[uint8(occ>>(sq&56))][sq&7])<<(sq&56), a.GetElem(1)
	})
}

// inline is scaffold.Inline for two results.
func inline(f func() (rook, bishop uint64)) (rook, bishop uint64) { return f() }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop. It leaves the upper halves of vector registers in use.
func Queen(sq int, occ uint64) uint64 {
	rook, bishop := Both(sq, occ)
	return rook | bishop
}
