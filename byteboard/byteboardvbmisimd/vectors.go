//go:build goexperiment.simd && amd64 && !purego

package byteboardvbmisimd

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
	"golang.org/x/sys/cpu"
)

// hasVBMI does not change after start-up. It asks for GFNI, which every processor with VBMI2 has, because results tell machines apart by GFNI.
var hasVBMI = cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512GFNI

const whyNot = "the processor has no AVX-512 (F, BW, CD, DQ and VL) with VBMI, VBMI2 and GFNI"

// each holds a 1 for every ray, and knights its highest bit, which stands for a knight's square and not for one of the ray's.
const (
	each    = 0x0101010101010101
	knights = each << 7
)

// Functions that load and store vectors change with Go's version, so memory is read and written as vectors.

// vector is 64 bytes.
func vector(bytes *[64]uint8) archsimd.Uint8x64 { return *(*archsimd.Uint8x64)(unsafe.Pointer(bytes)) }

// permute returns the bits of a word by their numbers. It does not look at the marks of squares.
func permute(word uint64, numbers archsimd.Uint8x64) uint64 {
	return archsimd.Mask8x64FromBits(word).ToInt8x64().AsUint8x64().Permute(numbers).AsInt8x64().Less(archsimd.BroadcastInt8x64(0)).ToBits()
}

// off returns the set of the numbers with the mark superpiece.Off, the highest bit.
func off(numbers archsimd.Uint8x64) uint64 {
	return numbers.AsInt8x64().Less(archsimd.BroadcastInt8x64(0)).ToBits()
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		if !hasVBMI {
			return softQueen(sq, occ)
		}
		squares, numbers := vector((*[64]uint8)(&orders[sq&63])), vector(&places[sq&63])
		rays := permute(occ, squares) | off(squares) | knights
		attacks := permute(rays^(rays-each), numbers) &^ off(numbers)
		archsimd.ClearAVXUpperBits() // the compiler does not, and SSE instructions of the caller would wait for it
		return attacks
	})
}

// forThreats has the constants of Threats.
var forThreats = func() (t struct {
	rays, last           [64]uint8 // a 1 for each place on a ray, and for a knight's
	kinds                [16]uint8 // by men
	far, farOrClose      [8]uint16
	victim, slider, near [8]uint16
	knight               [8]uint16
}) {
	t.kinds, t.far = superpiece.Kinds, superpiece.Far
	for i := range t.rays {
		if i&7 < 7 {
			t.rays[i] = 1
		} else {
			t.last[i] = 1
		}
	}
	for r := range t.far {
		t.farOrClose[r] = superpiece.Far[r] | superpiece.Close[r]
		t.victim[r], t.slider[r], t.knight[r], t.near[r] = superpiece.Victim, superpiece.Slider, superpiece.Knight, superpiece.Near<<8
	}
	return t
}()

// eight returns eight numbers as a vector.
func eight(numbers *[8]uint16) archsimd.Uint16x8 {
	return *(*archsimd.Uint16x8)(unsafe.Pointer(numbers))
}

// has returns the set of the words that have one or more bits in common with the word at the same place in some.
func has(words, some archsimd.Uint16x8) uint8 {
	return words.And(some).NotEqual(archsimd.BroadcastUint16x8(0)).ToBits()
}

// words returns a word for each ray: a man, and eight bits higher his square. They are sums over the places marked in some, all but one of which are empty.
func words(men, squares archsimd.Uint8x64, some *[64]uint8) archsimd.Uint16x8 {
	at := vector(some).AsInt8x64()
	halves := men.DotProductPairsSaturated(at).Or(squares.DotProductPairsSaturated(at).ShiftAllLeft(8)).
		DotProductPairs(archsimd.BroadcastInt16x32(1)).SaturateToInt16()
	return halves.DotProductPairs(archsimd.BroadcastInt16x16(1)).SaturateToInt16().AsUint16x8()
}

// opposite exchanges the words of opposite rays: ray r gets the word of ray r ^ 6.
func opposite(words archsimd.Uint16x8) archsimd.Uint16x8 {
	return words.AsUint32x4().PermuteScalars(3, 2, 1, 0).AsUint16x8()
}

// front brings the members of a set to the front.
func front(words archsimd.Uint16x8, set uint8) archsimd.Uint32x8 {
	return words.Compress(archsimd.Mask16x8FromBits(set)).ExtendToUint32()
}

// put appends as many threats as a set has members. It writes eight, and counts those: superpiece.Most leaves room for the rest.
func put(d *board.Delta, n int32, threats archsimd.Uint32x8, set uint8) int32 {
	*(*archsimd.Uint32x8)(unsafe.Pointer(&d.List[n])) = threats
	return n + int32(bits.OnesCount8(set))
}

// Threats appends the threats that vanish and appear when the man on sq changes from before to after, either of them board.NoMan for an empty square. The man
// that men has on sq is ignored.
func Threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	t, order, n := &forThreats, &orders[sq&63], d.N
	if !hasVBMI || uint32(n) > superpiece.Most {
		superpiece.Threats(order, men, sq, before, after, d)
		return
	}

	// The men in the order of the rays, none for squares that are off the board.
	squares := vector((*[64]uint8)(order))
	on := archsimd.Mask8x64FromBits(^off(squares))
	all := vector((*[64]uint8)(unsafe.Pointer(men))).Permute(squares).Masked(on)
	line := all.Masked(archsimd.Mask8x64FromBits(^uint64(knights)))
	less := line.AsUint64x8().Sub(archsimd.BroadcastUint64x8(1)).AsUint8x64() // changes the bytes up to the nearest man
	nearest := line.Masked(line.NotEqual(less))
	there := squares.Masked(nearest.NotEqual(archsimd.BroadcastUint8x64(0)))

	// Words of men and squares: knights, and the nearest men of rays.
	beyond := words(all, squares.Masked(on), &t.last)
	rays := words(nearest, there, &t.rays)
	beside := has(rays, eight(&t.near))
	rays = rays.AndNot(eight(&t.near))

	// Sets of them.
	kinds := *(*archsimd.Uint8x16)(unsafe.Pointer(&t.kinds))
	kind := kinds.PermuteOrZero(rays.AsInt8x16()).AsUint16x8() // in the lower bytes
	attackers := has(kind, eight(&t.farOrClose).Merge(eight(&t.far), archsimd.Mask16x8FromBits(beside)))
	victims := has(kind, eight(&t.victim))
	through := attackers & has(kind, eight(&t.slider)) & has(opposite(kind), eight(&t.victim))
	kind = kinds.PermuteOrZero(beyond.AsInt8x16()).AsUint16x8()
	knightAttackers, knightVictims := has(kind, eight(&t.knight)), has(kind, eight(&t.victim))

	// The list.
	list := func(n int32, man board.Man, sign uint32) int32 {
		m, self := &superpiece.Men[man&15], uint32(man)|uint32(sq)<<8
		attacker, victim := archsimd.BroadcastUint32x8(self|sign), archsimd.BroadcastUint32x8(self<<16|sign)
		set := victims&(m.Along|m.Beside&beside) | knightVictims&m.Knight
		there := beyond.Merge(rays, archsimd.Mask16x8FromBits(m.Knight))
		n = put(d, n, attacker.Or(front(there, set).ShiftAllLeft(16)), set)
		n = put(d, n, victim.Or(front(rays, attackers&^m.King)), attackers&^m.King)
		return put(d, n, victim.Or(front(beyond, knightAttackers&^m.King)), knightAttackers&^m.King)
	}
	if before != board.NoMan {
		n = list(n, before, 0)
	}
	if after != board.NoMan {
		n = list(n, after, uint32(board.Appears))
	}
	if before == board.NoMan || after == board.NoMan { // rays close or open: the nearest man of the opposite ray is next behind the square
		sign := uint32(0)
		if after == board.NoMan {
			sign = uint32(board.Appears)
		}
		n = put(d, n, front(rays, through).Or(front(opposite(rays), through).ShiftAllLeft(16)).Or(archsimd.BroadcastUint32x8(sign)), through)
	}
	d.N = n
	archsimd.ClearAVXUpperBits()
}
