package guest

import "time"

// SetPatience sets how long a program may take to start, until the returned function is called.
func SetPatience(d time.Duration) (restore func()) {
	before := patience
	patience = d
	return func() { patience = before }
}
