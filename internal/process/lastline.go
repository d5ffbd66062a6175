package process

import "strings"

// LastLine returns the last line of what a program wrote to its standard error, without the name of this program before it. The Go runtime's warnings of
// GODEBUG settings that it does not know are not among these lines, since they are no reason why a program failed.
func LastLine(said string) (last string) {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "GODEBUG") {
			last = line
		}
	}
	return strings.TrimPrefix(last, "slidebench: ")
}
