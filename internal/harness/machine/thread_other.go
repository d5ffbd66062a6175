//go:build !linux

package machine

import "time"

// systemThreadTime returns how long the calling thread has run on processors: elsewhere that is not known, or moves in coarse steps.
func systemThreadTime() time.Duration { return 0 }
