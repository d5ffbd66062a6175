//go:build !purego

package slowpext

const haveAssembly = true // for CPUID, and to time PEXT

// cpuid executes CPUID.
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// pextChain starts from all ones and applies PEXT with mask n >= 1 times, each time to the last result.
func pextChain(mask uint64, n int) uint64

// multiplyChain starts from all ones and multiplies by factor n >= 1 times, each time the last result.
func multiplyChain(factor uint64, n int) uint64
