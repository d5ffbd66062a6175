//go:build !windows

package machine

import "time"

var started = time.Now()

// systemClock returns the time since the start of the program.
func systemClock() time.Duration { return time.Since(started) }
