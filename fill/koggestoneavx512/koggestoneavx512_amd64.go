//go:build amd64 && !purego

package koggestoneavx512

import "golang.org/x/sys/cpu"

// hasAVX512 tells the assembly whether to use AVX-512, GFNI and VBMI. It does not change after start-up.
var hasAVX512 = cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512GFNI

const whyNot = "the processor has no AVX-512 (F, BW, CD, DQ and VL) with VBMI and GFNI"

// rooks works like softRooks, with AVX-512 if the processor has it, and so do the others.
//
//go:noescape
func rooks(sliders, occ uint64) uint64

//go:noescape
func bishops(sliders, occ uint64) uint64

//go:noescape
func queens(sliders, occ uint64) uint64

//go:noescape
func both(sliders, occ uint64) (rook, bishop uint64)
