//go:build goexperiment.simd && amd64.v3 && !purego

package byteboardsimd

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/byteboard/internal/superpiece"
	"github.com/slidebench/slidebench/internal/scaffold"
	"golang.org/x/sys/cpu"
)

// hasVectors reports that GODEBUG does not hide AVX2, which GOAMD64 promises. Neither lookups nor threats read it.
var hasVectors = cpu.X86.HasAVX2

const (
	whyNot = "no AVX2"
	each   = 0x0101010101010101 // a 1 in every byte: a ray is a byte
)

// Functions that load and store vectors change with Go's version, so pointers to bytes become pointers to vectors.

// vector is 32 bytes.
func vector(bytes *[32]uint8) archsimd.Uint8x32 { return *(*archsimd.Uint8x32)(unsafe.Pointer(bytes)) }

// half is the half of 64 bytes that begins with byte i, 0 or 32.
func half(bytes *[64]uint8, i int) archsimd.Uint8x32 {
	return *(*archsimd.Uint8x32)(unsafe.Pointer(&bytes[i&32]))
}

// quarter is the quarter of 64 bytes that begins with byte i, twice: a shuffle takes from 16 bytes.
func quarter(bytes *[64]uint8, i int) archsimd.Uint8x32 {
	x := *(*archsimd.Uint8x16)(unsafe.Pointer(&bytes[i&48]))
	return archsimd.Uint8x32{}.SetLo(x).SetHi(x)
}

// permute has a byte for each bit of the result: a shuffle puts into it the byte of the word that contains the bit, the mask selects the bit, and the comparison
// with the mask tells whether it is set. It takes the word in a vector, for the inliner grants functions of vectors three times its budget.
func permute(p *superpiece.Permutation, word archsimd.Uint64x4) uint64 {
	bytes, low, high := word.AsUint8x32(), half(&p.Mask, 0), half(&p.Mask, 32)
	return join(
		bytes.PermuteOrZeroGrouped(half(&p.From, 0).AsInt8x32()).And(low).Equal(low),
		bytes.PermuteOrZeroGrouped(half(&p.From, 32).AsInt8x32()).And(high).Equal(high),
	)
}

// join returns a bit for each of 64 bytes.
func join(low, high archsimd.Mask8x32) uint64 {
	return uint64(low.ToBits()) | uint64(high.ToBits())<<32
}

// Queen returns the attacks of a queen on sq (a1 = 0, h8 = 63).
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 {
		e := &entries[sq&63]
		rays := permute(&e.gather, archsimd.BroadcastUint64x4(occ))
		// Each byte of rays has its highest bit set, as a ray has seven squares at most, so the subtraction borrows from no other byte.
		attacks := permute(&e.scatter, archsimd.BroadcastUint64x4(rays^(rays-each)))
		archsimd.ClearAVXUpperBits() // the compiler does not, and SSE instructions of the caller would wait for it
		return attacks
	})
}

// forThreats has the constants of Threats.
var forThreats = func() (t struct {
	members                      [257]uint64 // of a set of rays, one a byte; a load takes 16 bytes
	kinds                        [32]uint8   // by men, twice
	rays, last                   [32]uint8   // a 1 for each place on a ray, and for a knight's
	far, close                   [8]uint32
	victim, slider, knight, near [8]uint32
	opposite                     [8]uint32
}) {
	for set := range 256 {
		t.members[set] = superpiece.Members(uint8(set))
	}
	for i := range t.kinds {
		t.kinds[i] = superpiece.Kinds[i&15]
		if i&7 < 7 {
			t.rays[i] = 1
		} else {
			t.last[i] = 1
		}
	}
	for r := range uint32(8) {
		t.far[r], t.close[r], t.opposite[r] = uint32(superpiece.Far[r]), uint32(superpiece.Close[r]), r^6
		t.victim[r], t.slider[r], t.knight[r], t.near[r] = superpiece.Victim, superpiece.Slider, superpiece.Knight, superpiece.Near<<8
	}
	return t
}()

// eight returns eight numbers as a vector.
func eight(numbers *[8]uint32) archsimd.Uint32x8 {
	return *(*archsimd.Uint32x8)(unsafe.Pointer(numbers))
}

// on returns the men on squares, and no man for a square off the board, whose highest bit is set. The four vectors are the quarters of the board; bits 4 and 5 of
// a square are the number of its quarter.
func on(squares, first, second, third, fourth archsimd.Uint8x32) archsimd.Uint8x32 {
	from := squares.AsInt8x32()
	odd, upper := archsimd.BroadcastUint8x32(16), archsimd.BroadcastUint8x32(32)
	inOdd, inUpper := squares.And(odd).Equal(odd), squares.And(upper).Equal(upper)
	return fourth.PermuteOrZeroGrouped(from).Merge(third.PermuteOrZeroGrouped(from), inOdd).
		Merge(second.PermuteOrZeroGrouped(from).Merge(first.PermuteOrZeroGrouped(from), inOdd), inUpper)
}

// nearest keeps only the nearest man of each ray, and his square. Of a ray without men it keeps the knight's place behind it, which sums over the ray leave out.
func nearest(men, squares archsimd.Uint8x32) (man, square archsimd.Uint8x32) {
	less := men.AsUint64x4().Sub(archsimd.BroadcastUint64x4(1)).AsUint8x32() // changes the bytes up to the nearest man
	man = men.AndNot(men.Equal(less).ToInt8x32().AsUint8x32())
	return man, squares.Masked(man.AsInt8x32().Greater(archsimd.BroadcastInt8x32(0)))
}

// sums returns a sum for each half of four rays: a man, and eight bits higher his square. Of the places, marked with 1, all but one are empty.
func sums(men, squares, places archsimd.Uint8x32) archsimd.Int32x8 {
	return men.DotProductPairsSaturated(places.AsInt8x32()).
		Or(squares.DotProductPairsSaturated(places.AsInt8x32()).ShiftAllLeft(8)).
		DotProductPairs(archsimd.BroadcastInt16x16(1))
}

// sum returns the sums of both halves of eight rays, which come in the order 0, 1, 4, 5, 2, 3, 6 and 7: package superpiece allows it.
func sum(low, high archsimd.Int32x8) archsimd.Uint32x8 {
	return low.SaturateToUint16ConcatGrouped(high).AsInt16x16().DotProductPairs(archsimd.BroadcastInt16x16(1)).AsUint32x8()
}

// front brings the members of a set to the front.
func front(seen archsimd.Uint32x8, set uint8) archsimd.Uint32x8 {
	return seen.Permute((*archsimd.Uint8x16)(unsafe.Pointer(&forThreats.members[set])).ExtendLo8ToUint32())
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
	if uint32(n) > superpiece.Most {
		superpiece.Threats(order, men, sq, before, after, d)
		return
	}

	// The men in the order of the rays.
	all, squares := (*[64]uint8)(unsafe.Pointer(men)), (*[64]uint8)(order)
	first, second, third, fourth := quarter(all, 0), quarter(all, 16), quarter(all, 32), quarter(all, 48)
	lowSquares, highSquares := half(squares, 0), half(squares, 32)
	low, high := on(lowSquares, first, second, third, fourth), on(highSquares, first, second, third, fourth)

	// Men and squares: knights, and the nearest men of rays.
	knights := sum(sums(low, lowSquares, vector(&t.last)), sums(high, highSquares, vector(&t.last)))
	low, lowSquares = nearest(low, lowSquares)
	high, highSquares = nearest(high, highSquares)
	rays := sum(sums(low, lowSquares, vector(&t.rays)), sums(high, highSquares, vector(&t.rays)))
	close := rays.And(eight(&t.near)).Equal(eight(&t.near))
	rays = rays.AndNot(eight(&t.near))

	// Sets of them.
	none := archsimd.BroadcastUint32x8(0)
	kind := vector(&t.kinds).PermuteOrZeroGrouped(rays.AsInt8x32()).AsUint32x8()
	beside := close.ToBits()
	attackers := ^kind.And(eight(&t.far).Or(eight(&t.close).Masked(close))).Equal(none).ToBits()
	victims := kind.And(eight(&t.victim)).Equal(eight(&t.victim)).ToBits()
	through := attackers & kind.And(eight(&t.slider)).Equal(eight(&t.slider)).ToBits() &
		kind.Permute(eight(&t.opposite)).And(eight(&t.victim)).Equal(eight(&t.victim)).ToBits()
	kind = vector(&t.kinds).PermuteOrZeroGrouped(knights.AsInt8x32()).AsUint32x8()
	knightAttackers := kind.And(eight(&t.knight)).Equal(eight(&t.knight)).ToBits()
	knightVictims := kind.And(eight(&t.victim)).Equal(eight(&t.victim)).ToBits()

	// The list.
	list := func(n int32, man board.Man, sign uint32) int32 {
		m, self := &superpiece.Men[man&15], uint32(man)|uint32(sq)<<8
		attacker, victim := archsimd.BroadcastUint32x8(self|sign), archsimd.BroadcastUint32x8(self<<16|sign)
		set := victims&(m.Along|m.Beside&beside) | knightVictims&m.Knight
		there := rays.Merge(knights, archsimd.BroadcastUint8x32(m.Knight).AsUint32x8().Equal(none))
		n = put(d, n, attacker.Or(front(there, set).ShiftAllLeft(16)), set)
		n = put(d, n, victim.Or(front(rays, attackers&^m.King)), attackers&^m.King)
		return put(d, n, victim.Or(front(knights, knightAttackers&^m.King)), knightAttackers&^m.King)
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
		behind := front(rays.Permute(eight(&t.opposite)), through)
		n = put(d, n, front(rays, through).Or(behind.ShiftAllLeft(16)).Or(archsimd.BroadcastUint32x8(sign)), through)
	}
	d.N = n
	archsimd.ClearAVXUpperBits()
}
