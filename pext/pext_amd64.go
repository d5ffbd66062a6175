//go:build amd64 && !purego

package pext

import "golang.org/x/sys/cpu"

// hasPEXT tells the assembly, below GOAMD64=v3, whether to use PEXT. It does not change after start-up.
var hasPEXT = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// rook works like softRook, with the instruction where there is one.
//
//go:noescape
func rook(sq int, occ uint64) uint64

// bishop works like softBishop, with the instruction where there is one.
//
//go:noescape
func bishop(sq int, occ uint64) uint64

// both works like softBoth, with the instruction where there is one.
//
//go:noescape
func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)

// rookBatch works like softRookBatch, with the instruction where there is one.
//
//go:noescape
func rookBatch(dst, occ []uint64, sq []uint8)

// bishopBatch works like softBishopBatch, with the instruction where there is one.
//
//go:noescape
func bishopBatch(dst, occ []uint64, sq []uint8)

// queenBatch works like softQueenBatch, with the instruction where there is one.
//
//go:noescape
func queenBatch(dst, occ []uint64, sq []uint8)

// bothBatch works like softBothBatch, with the instruction where there is one.
//
//go:noescape
func bothBatch(rook, bishop, occ []uint64, sq []uint8)
