//go:build arm64 && !purego

package koggestoneneon

import "golang.org/x/sys/cpu"

// hasASIMD reports that GODEBUG does not hide what every arm64 processor has. The lookups do not read it.
var hasASIMD = cpu.ARM64.HasASIMD

const whyNot = "no NEON"

// rooks works like softRooks, in the lanes, and so do the others.
//
//go:noescape
func rooks(sliders, occ uint64) uint64

//go:noescape
func bishops(sliders, occ uint64) uint64

//go:noescape
func queens(sliders, occ uint64) uint64

//go:noescape
func both(sliders, occ uint64) (rook, bishop uint64)
