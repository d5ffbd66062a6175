//go:build amd64 && !purego

package hybridavx512

import "golang.org/x/sys/cpu"

// hasBoth does not change after start-up.
var hasBoth = cpu.X86.HasBMI2 && cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512CD &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

const whyNot = "the processor has no AVX-512 (F, BW, CD, DQ and VL), or no BMI2"

// rookBatch works like tables.RookBatch. It answers rookRound questions in each of the blocks, which are rounds, and then the rest.
//
//go:noescape
func rookBatch(dst, occ []uint64, sq []uint8, blocks int)

// bishopBatch works like tables.BishopBatch. It answers bishopRound questions in each of the blocks, and then the rest.
//
//go:noescape
func bishopBatch(dst, occ []uint64, sq []uint8, blocks int)

// queenBatch works like tables.QueenBatch. It answers queenRound questions in each of the blocks, and then the rest.
//
//go:noescape
func queenBatch(dst, occ []uint64, sq []uint8, blocks int)

// bothBatch works like tables.BothBatch. It answers bothRound questions in each of the blocks, and then the rest.
//
//go:noescape
func bothBatch(rook, bishop, occ []uint64, sq []uint8, blocks int)
