//go:build amd64 && !purego

package bitnetwork

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2, BMI2 and POPCNT, which come together. It does not change
// after start-up.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT

const whyNot = "the processor has not all of AVX2, BMI2 and POPCNT"

// rook works like softRook, with the instructions where they are there, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64
