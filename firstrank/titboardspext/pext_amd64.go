//go:build amd64 && !purego

package titboardspext

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// What the assembly finds by address: the lines and the slots of a square, and a piece's second line.
const (
	linesBytes = int(unsafe.Sizeof(through[0]))
	slotsBytes = int(unsafe.Sizeof(rookTable[0]))
	second     = slotsBytes / 2
)

// hasBMI2 tells the assembly, below GOAMD64=v3, whether to use BMI2. It does not change after start-up.
var hasBMI2 = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// rookMoves works like softRook, with the instruction where there is one, and so do the others.
//
//go:noescape
func rookMoves(sq int, own, occ uint64) uint64

//go:noescape
func bishopMoves(sq int, own, occ uint64) uint64

//go:noescape
func queenMoves(sq int, own, occ uint64) uint64

//go:noescape
func rookAttacks(sq int, occ uint64) uint64

//go:noescape
func bishopAttacks(sq int, occ uint64) uint64

//go:noescape
func queenAttacks(sq int, occ uint64) uint64
