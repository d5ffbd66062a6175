//go:build !amd64 || purego

package hybridavx2

const (
	hasBoth = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func rookBatch(_, _ []uint64, _ []uint8, _ int)    { panic(whyNot) }
func bishopBatch(_, _ []uint64, _ []uint8, _ int)  { panic(whyNot) }
func queenBatch(_, _ []uint64, _ []uint8, _ int)   { panic(whyNot) }
func bothBatch(_, _, _ []uint64, _ []uint8, _ int) { panic(whyNot) }
