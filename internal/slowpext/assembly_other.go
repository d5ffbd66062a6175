//go:build !amd64 || purego

package slowpext

const haveAssembly = false

func cpuid(uint32, uint32) (eax, ebx, ecx, edx uint32) { panic("slowpext: no CPUID in this build") }
func pextChain(uint64, int) uint64                     { panic("slowpext: no PEXT in this build") }
func multiplyChain(uint64, int) uint64                 { panic("slowpext: no multiply chain in this build") }
