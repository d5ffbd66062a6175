//go:build amd64 && !purego

package obstructionavx2

import "golang.org/x/sys/cpu"

// hasAVX2 does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "the processor has no AVX2"

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
