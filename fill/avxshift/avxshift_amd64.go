//go:build amd64 && !purego

package avxshift

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2. It does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// rooks works like softRooks, with AVX2 if the processor has it, and so do the others.
//
//go:noescape
func rooks(sliders, occ uint64) uint64

//go:noescape
func bishops(sliders, occ uint64) uint64

//go:noescape
func queens(sliders, occ uint64) uint64

//go:noescape
func both(sliders, occ uint64) (rook, bishop uint64)
