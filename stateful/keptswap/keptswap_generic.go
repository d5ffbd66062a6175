//go:build !amd64 || purego

package keptswap

const (
	hasAVX2 = false
	whyNot  = "built without assembly (not amd64, or tag purego)"
)

func bishop(s *State, sq int) uint64 { return softBishop(s, sq) }
