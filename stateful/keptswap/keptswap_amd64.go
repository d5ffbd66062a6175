//go:build amd64 && !purego

package keptswap

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2. It does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// bishop works like softBishop, with AVX2 if the processor has it.
//
//go:noescape
func bishop(s *State, sq int) uint64
