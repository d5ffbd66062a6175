package measure_test

import (
	"os"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Slices take as long as their work. A rehearsal runs this test with its own file in place of planted.go: then slices of the technique that it slows take longer.
func TestPlanted(t *testing.T) {
	tiertest.Slow(t)
	slower := os.Getenv("SLIDEBENCH_PLANTED") // the technique whose slices then take more than 100 ms, "" without a rehearsal
	for _, name := range []string{"magic", "magic32"} {
		timer := measure.Timer{Visit: measure.Visit{Cell: "/technique=" + name + "/"}}
		timer.Slice(0, func() { time.Sleep(2 * time.Millisecond) })
		if ns := timer.Slices[0].NS; (ns > 1e8) != (slower == name) {
			t.Errorf("%v ns for 2 ms of %s, slower is %q", ns, name, slower)
		}
	}
}
