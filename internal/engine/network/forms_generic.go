//go:build (!amd64 && !arm64) || purego

package network

const (
	hasVectors = false // so that nothing calls the functions below
	whyNot     = "built without assembly (neither amd64 nor arm64, or tag purego)"
)

func changeVectors(to, from *Accumulator, squares *row, men rows, list *threatRow, threats rows) {}

func replaceVectors(to, from, old, new *Accumulator) {}

func transformVectors(inputs *[Width / 2]uint8, sums *Accumulator) (low, high uint64) { return 0, 0 }

func layerVectors(sums *[layerWidth]int32, inputs []uint8, blocks []uint64, weights []block) {}
