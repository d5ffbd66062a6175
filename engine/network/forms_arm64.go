//go:build arm64 && !purego

package network

import "golang.org/x/sys/cpu"

var hasVectors = cpu.ARM64.HasASIMD

const whyNot = "no NEON"

//go:noescape
func changeSquaresVectors(to, from *Accumulator, rows *row, plus, minus []uint32)

//go:noescape
func changeThreatsVectors(to, from *Accumulator, rows *threatRow, plus, minus []uint32)

//go:noescape
func transformVectors(inputs *[Width / 2]uint8, squares, threats *Accumulator) (low, high uint64)

//go:noescape
func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block)
