//go:build amd64 && !purego

package dual

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2. It does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// both works like softBoth, with AVX2 if the processor has it, and so do the others.
//
//go:noescape
func both(sq int, occ uint64) (rook, bishop uint64)

//go:noescape
func queen(sq int, occ uint64) uint64
