//go:build !purego

package machine

const haveChains = true

// pextChain starts from all ones and applies PEXT with mask n >= 1 times, each to the answer of the one before.
//
//go:noescape
func pextChain(mask uint64, n int) uint64

// multiplyChain starts from all ones and multiplies by factor n >= 1 times, each the answer of the one before.
//
//go:noescape
func multiplyChain(factor uint64, n int) uint64
