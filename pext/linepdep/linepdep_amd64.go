//go:build amd64 && !purego

package linepdep

import "golang.org/x/sys/cpu"

// hasBMI2 tells the assembly, below GOAMD64=v3, whether to use BMI2. It does not change after start-up.
var hasBMI2 = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// rook works like softRook, with the instructions where they are there, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64

//go:noescape
func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
