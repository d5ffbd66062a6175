//go:build amd64 && !purego

package byteboardvbmi

import (
	"github.com/slidebench/slidebench/board"
	"golang.org/x/sys/cpu"
)

// hasVBMI tells the assembly whether to use AVX-512 with VBMI, VBMI2 and BITALG. It does not change after start-up. It also asks for GFNI, which
// every processor with these has, because results tell machines apart by GFNI.
var hasVBMI = cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512GFNI

const whyNot = "the processor has no AVX-512 (F, BW, CD, DQ and VL) with VBMI, VBMI2, BITALG and GFNI"

// queen works like softQueen, with AVX-512 if the processor has it, and so does threats.
//
//go:noescape
func queen(sq int, occ uint64) uint64

//go:noescape
func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
