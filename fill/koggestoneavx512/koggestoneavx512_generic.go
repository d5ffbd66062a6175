//go:build !amd64 || purego

package koggestoneavx512

const (
	hasAVX512 = false
	whyNot    = "built without assembly (not amd64, or tag purego)"
)

func rooks(sliders, occ uint64) uint64   { return softRooks(sliders, occ) }
func bishops(sliders, occ uint64) uint64 { return softBishops(sliders, occ) }
func queens(sliders, occ uint64) uint64  { return softQueens(sliders, occ) }

func both(sliders, occ uint64) (rook, bishop uint64) { return softBoth(sliders, occ) }
