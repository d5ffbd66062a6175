//go:build amd64 && !purego

package byteboard

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2. It does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// queen works like softQueen, with AVX2 if the processor has it.
//
//go:noescape
func queen(sq int, occ uint64) uint64
