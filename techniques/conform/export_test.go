package conform

import "time"

// SetLimits changes how long an answer and the counting may take, and returns what changes them back.
func SetLimits(answer, counting time.Duration) (restore func()) {
	before, countingBefore := patience, countingTime
	patience, countingTime = answer, counting
	return func() { patience, countingTime = before, countingBefore }
}
