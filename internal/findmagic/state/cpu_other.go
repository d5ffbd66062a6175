//go:build !unix

package state

import "time"

var begin = time.Now()

// CPUTime returns the time since the process began, of which a search uses nearly all.
func CPUTime() time.Duration { return time.Since(begin) }
