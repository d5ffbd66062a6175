//go:build amd64 && !purego

package raysavx2

import "golang.org/x/sys/cpu"

// hasAVX2 tells the assembly which way to go, below GOAMD64=v3. It is read, not assigned, after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// both works like softBoth, with AVX2 where there is that.
//
//go:noescape
func both(sq int, occ uint64) (rook, bishop uint64)
