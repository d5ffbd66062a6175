//go:build !amd64 || purego

package hybridavx2

const (
	hasBoth = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func rookBatch2(_, _ []uint64, _ []uint8, _ int)    { panic(whyNot) }
func rookBatch3(_, _ []uint64, _ []uint8, _ int)    { panic(whyNot) }
func bishopBatch2(_, _ []uint64, _ []uint8, _ int)  { panic(whyNot) }
func bishopBatch4(_, _ []uint64, _ []uint8, _ int)  { panic(whyNot) }
func queenBatch3(_, _ []uint64, _ []uint8, _ int)   { panic(whyNot) }
func bothBatch2(_, _, _ []uint64, _ []uint8, _ int) { panic(whyNot) }
func bothBatch3(_, _, _ []uint64, _ []uint8, _ int) { panic(whyNot) }
