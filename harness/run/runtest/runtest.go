// Package runtest makes test binaries measuring processes, for packages whose tests measure.
package runtest

import (
	"os"
	"testing"

	_ "github.com/slidebench/slidebench/harness/language/all"
	"github.com/slidebench/slidebench/harness/run"
)

// Main runs the tests of a package, or measures where a run started the test binary as its measuring process.
func Main(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == run.Command {
		if err := run.Measure(os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
