//go:build !amd64 || purego

package machine

// timeStamp returns 0: there is no counter that all processors of this architecture let programs read.
func timeStamp() uint64 { return 0 }
