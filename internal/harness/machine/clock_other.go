//go:build !windows

package machine

import "time"

var started = time.Now()

func systemClock() time.Duration { return time.Since(started) }
