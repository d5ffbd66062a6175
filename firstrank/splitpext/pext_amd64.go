//go:build amd64 && !purego

package splitpext

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// The assembly finds a square's masks and slots by shifts. The arrays below have equal types only if the sizes are right.
const (
	pairShift  = 4
	slotsShift = 10
)

var (
	_ [1 << pairShift]byte  = [unsafe.Sizeof(diagonalPair{})]byte{}
	_ [1 << slotsShift]byte = [unsafe.Sizeof(rookSlots{})]byte{}
	_ [1 << slotsShift]byte = [unsafe.Sizeof(bishopSlots{})]byte{}
)

// hasBMI2 tells the assembly, below GOAMD64=v3, whether to use BMI2. It does not change after start-up.
var hasBMI2 = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// rook works like softRook, with the instruction where there is one, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64

//go:noescape
func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
