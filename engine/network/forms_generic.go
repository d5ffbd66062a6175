//go:build (!amd64 && !arm64) || purego

package network

const (
	hasVectors = false
	whyNot     = "built without assembly (neither amd64 nor arm64, or tag purego)"
)

func changeSquaresVectors(to, from *Accumulator, rows *row, plus, minus []uint32) {}

func changeThreatsVectors(to, from *Accumulator, rows *threatRow, plus, minus []uint32) {}

func transformVectors(inputs *[Width / 2]uint8, squares, threats *Accumulator) (low, high uint64) {
	return 0, 0
}

func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block) {}
