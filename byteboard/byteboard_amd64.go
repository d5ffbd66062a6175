//go:build amd64 && !purego

package byteboard

import (
	"github.com/slidebench/slidebench/board"
	"golang.org/x/sys/cpu"
)

// hasAVX2 tells the assembly, below GOAMD64=v3, whether to use AVX2. It does not change after start-up.
var hasAVX2 = cpu.X86.HasAVX2

const whyNot = "no AVX2"

// queen works like softQueen, with AVX2 if the processor has it, and so does threats.
//
//go:noescape
func queen(sq int, occ uint64) uint64

//go:noescape
func threats(men *board.Men, sq int, before, after board.Man, d *board.Delta)
