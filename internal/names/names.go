// Package names parses names in flags and files.
package names

import (
	"fmt"
	"slices"
	"strings"
)

// Parse returns the index of s among at least two names. The error calls s an unknown what, and lists the names.
func Parse[T ~int | ~uint8](what, s string, names []string) (T, error) {
	i := slices.Index(names, s)
	if i < 0 {
		last := len(names) - 1
		return 0, fmt.Errorf("unknown %s %q (want %s or %s)", what, s, strings.Join(names[:last], ", "), names[last])
	}
	return T(i), nil
}
