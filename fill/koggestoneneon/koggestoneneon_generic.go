//go:build !arm64 || purego

package koggestoneneon

const (
	hasASIMD = false
	whyNot   = "built without assembly (not arm64, or tag purego)"
)

func rooks(sliders, occ uint64) uint64   { return softRooks(sliders, occ) }
func bishops(sliders, occ uint64) uint64 { return softBishops(sliders, occ) }
func queens(sliders, occ uint64) uint64  { return softRooks(sliders, occ) | softBishops(sliders, occ) }

func both(sliders, occ uint64) (rook, bishop uint64) {
	return softRooks(sliders, occ), softBishops(sliders, occ)
}
