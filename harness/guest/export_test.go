package guest

import "time"

// SetPatience sets how long a package may take before its first lookup, and a lookup, until the returned function is called.
func SetPatience(first, lookup time.Duration) (restore func()) {
	before, lookupBefore := patience, lookupPatience
	patience, lookupPatience = first, lookup
	return func() { patience, lookupPatience = before, lookupBefore }
}

// SetBuiltFrom sets the checkout that this program was built from, until the returned function is called.
func SetBuiltFrom(dir string) (restore func()) {
	before := builtFrom
	builtFrom = dir
	return func() { builtFrom = before }
}
