//go:build !amd64 || purego

package machine

// timeStamp returns 0, for no counter: only amd64 has one that all programs can read, and reading it takes assembly.
func timeStamp() uint64 { return 0 }
