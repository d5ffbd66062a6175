//go:build amd64 && !purego

package pextload

import "golang.org/x/sys/cpu"

// hasPEXT tells the assembly, below GOAMD64=v3, whether to use PEXT. It does not change after start-up.
var hasPEXT = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// extract works like softExtract, with the instruction where there is one.
func extract(x, mask uint64) uint64
