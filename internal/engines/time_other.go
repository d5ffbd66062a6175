//go:build !linux

package engines

import "time"

// ownTime is the time that a process has had on processors: not known here while it runs.
func ownTime(int) time.Duration { return 0 }
