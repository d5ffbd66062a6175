//go:build !amd64 || purego

package pextload

const (
	hasPEXT = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func extract(x, mask uint64) uint64 { return softExtract(x, mask) }
