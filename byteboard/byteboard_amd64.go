//go:build amd64 && !purego

package byteboard

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly which way to go, below GOAMD64=v3. It is read, not assigned, after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// queen works like softQueen, with AVX2 where there is that.
//
//go:noescape
func queen(sq int, occ uint64) uint64
