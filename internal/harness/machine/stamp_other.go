//go:build !amd64 || purego

package machine

// timeStamp returns 0: this architecture has no counter that programs can read on all processors.
func timeStamp() uint64 { return 0 }
