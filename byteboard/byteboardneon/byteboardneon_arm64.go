//go:build arm64 && !purego

package byteboardneon

import (
	"github.com/slidebench/slidebench/board"
	"golang.org/x/sys/cpu"
)

// hasASIMD reports that GODEBUG does not hide what every arm64 processor has. The lookups do not read it.
var hasASIMD = cpu.ARM64.HasASIMD

const whyNot = "no NEON"

// queen works like softQueen, with NEON, and so does threats.
//
//go:noescape
func queen(sq int, occ uint64) uint64

//go:noescape
func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
