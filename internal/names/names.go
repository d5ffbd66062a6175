// Package names reads values that are spelled by name: those of flags and of files.
package names

import (
	"fmt"
	"slices"
	"strings"
)

// Parse returns the place of s among at least two names. The error says of what there is no such one, and lists them.
func Parse(what, s string, names []string) (int, error) {
	i := slices.Index(names, s)
	if i < 0 {
		last := len(names) - 1
		return 0, fmt.Errorf("unknown %s %q (want %s or %s)", what, s, strings.Join(names[:last], ", "), names[last])
	}
	return i, nil
}
