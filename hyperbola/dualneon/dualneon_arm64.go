//go:build arm64 && !purego

package dualneon

import "golang.org/x/sys/cpu"

// hasASIMD reports that GODEBUG does not hide what every arm64 processor has. The lookups do not read it.
var hasASIMD = cpu.ARM64.HasASIMD

const whyNot = "no NEON"

// rook works like softRook, in the lanes, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64

//go:noescape
func queen(sq int, occ uint64) uint64

//go:noescape
func both(sq int, occ uint64) (rook, bishop uint64)

//go:noescape
func rookBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func bishopBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func queenBatch(dst, occ []uint64, sq []uint8)

//go:noescape
func bothBatch(rook, bishop, occ []uint64, sq []uint8)
