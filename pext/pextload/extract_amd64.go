//go:build amd64 && !purego

package pextload

import "golang.org/x/sys/cpu"

// hasPEXT tells the assembly which way to go, below GOAMD64=v3. It is read, not assigned, after start-up.
var hasPEXT = cpu.X86.HasBMI2

const whyNot = "the processor has no BMI2"

// extract works like softExtract, with the instruction where there is one.
func extract(x, mask uint64) uint64
