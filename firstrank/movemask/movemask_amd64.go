//go:build amd64 && !purego

package movemask

import "unsafe"

// Every amd64 processor has SSE2.
const (
	hasSSE2 = true
	whyNot  = ""
)

// The assembly finds a square's lines and a rank's slots by shifts. The arrays below have equal types only if the sizes are
// right.
const (
	pairShift  = 4
	slotsShift = 9
)

var (
	_ [1 << pairShift]byte  = [unsafe.Sizeof(diagonalPair{})]byte{}
	_ [1 << slotsShift]byte = [unsafe.Sizeof(all.onFiles[0])]byte{}
)

// rook works like softRook, with the instruction, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64

//go:noescape
func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
