//go:build !purego

package machine

// timeStamp reads the time-stamp counter. It is in assembly, which users' builds with the tag purego leave out: there stamp_other.go has it.
//
//go:noescape
func timeStamp() uint64
