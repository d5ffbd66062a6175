//go:build !amd64 || purego

package machine

const haveChains = false

func pextChain(uint64, int) uint64     { panic("machine: no PEXT chain in this build") }
func multiplyChain(uint64, int) uint64 { panic("machine: no multiply chain in this build") }
