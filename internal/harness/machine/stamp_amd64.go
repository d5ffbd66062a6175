//go:build !purego

package machine

// timeStamp reads the time-stamp counter.
//
//go:noescape
func timeStamp() uint64
