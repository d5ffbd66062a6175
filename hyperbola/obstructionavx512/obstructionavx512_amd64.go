//go:build amd64 && !purego

package obstructionavx512

import "golang.org/x/sys/cpu"

// hasAVX512 does not change after start-up.
var hasAVX512 = cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

const whyNot = "the processor has no AVX-512 (F, BW, CD, DQ and VL)"

// rookBatch works like obstruction.RookBatch, for slices of one length, and so do the others.
//
//go:noescape
func rookBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func bishopBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func queenBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func bothBatch(rook, bishop, occ []uint64, sq []uint8)
