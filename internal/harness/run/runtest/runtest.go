// Package runtest makes test binaries measuring processes, for packages whose tests measure.
package runtest

import (
	"os"
	"testing"
	"time"

	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/run"
)

// Main runs the tests of a package, or measures where a run started the test binary as its measuring process.
func Main(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == run.Command {
		PlayAlike()
		if err := run.Serve(os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Alike is the environment variable by which tests have their measuring processes read a clock that gives all slices of work the same time.
const Alike = "SLIDEBENCH_TEST_ALIKE"

// PlayAlike replaces the clock if the environment variable Alike is set.
func PlayAlike() {
	if os.Getenv(Alike) != "" {
		machine.Play(ByReadings(4 * time.Microsecond))
	}
}

// InSteps returns a clock that shows this machine's time, but moves in steps.
func InSteps(step time.Duration) func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began).Truncate(step) }
}

// ByReadings returns a clock that moves by the same time in each reading, whatever is done between them, but by 20 ns while package machine finds its cost.
func ByReadings(between time.Duration) func() time.Duration {
	var now time.Duration
	readings := 0
	return func() time.Duration {
		if readings++; readings <= 2*4000 { // newTimer there reads the clock twice in each of its 4000 turns
			now += 20
		} else {
			now += between
		}
		return now
	}
}
