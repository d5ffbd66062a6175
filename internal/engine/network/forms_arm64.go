//go:build arm64 && !purego

package network

import "golang.org/x/sys/cpu"

var hasVectors = cpu.ARM64.HasASIMD

const whyNot = "no NEON" // so tests skip the vector forms

//go:noescape
func changeVectors(to, from *Accumulator, squares *row, men rows, list *threatRow, threats rows)

//go:noescape
func replaceVectors(to, from, old, new *Accumulator)

//go:noescape
func transformVectors(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64)

//go:noescape
func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block)
