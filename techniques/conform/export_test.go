package conform

import (
	"time"

	"github.com/slidebench/slidebench/board"
)

// SetLimits changes how long an answer and the counting may take, and returns a function that changes them back.
func SetLimits(answer, counting time.Duration) (restore func()) {
	before, countingBefore := patience, countingTime
	patience, countingTime = answer, counting
	return func() { patience, countingTime = before, countingBefore }
}

// SetCounting changes how many deltas are counted, and returns a function that changes it back.
func SetCounting(most int) (restore func()) {
	before := countingMost
	countingMost = most
	return func() { countingMost = before }
}

// List appends the right threats of a change.
func (c *Change) List(d *board.Delta) { c.list(d) }
