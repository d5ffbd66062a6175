//go:build amd64 && !purego

package hybridavx2

import "golang.org/x/sys/cpu"

// hasBoth does not change after start-up.
var hasBoth = cpu.X86.HasBMI2 && cpu.X86.HasAVX2

const whyNot = "the processor has no AVX2, or no BMI2"

// Each function works like the method of tables with its name. It answers first in rounds, and then the rest: a round has four questions for vectors, and as
// many for PEXT as the name's last digit says.
//
//go:noescape
func rookBatch2(dst, occ []uint64, sq []uint8, rounds int)

//go:noescape
func rookBatch3(dst, occ []uint64, sq []uint8, rounds int)

//go:noescape
func bishopBatch2(dst, occ []uint64, sq []uint8, rounds int)

//go:noescape
func bishopBatch4(dst, occ []uint64, sq []uint8, rounds int)

//go:noescape
func queenBatch3(dst, occ []uint64, sq []uint8, rounds int)

//go:noescape
func bothBatch2(rook, bishop, occ []uint64, sq []uint8, rounds int)

//go:noescape
func bothBatch3(rook, bishop, occ []uint64, sq []uint8, rounds int)
