package threads

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/techniques"
)

// Every round asks for every technique in every way, and a failure is told with both.
func TestDo(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("one processor")
	}
	entries, err := techniques.Find("magic", "pext")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	asked, last := map[string]int{}, 0
	speeds := map[string]float64{Alone: 3e8, Shared: 6e8, Private: 5e8}
	x := Experiment{Techniques: entries, Rounds: 3, Progress: func(done, _ int) { last = done },
		count: func(_ context.Context, technique, way string) (float64, error) {
			asked[technique+" "+way]++
			return speeds[way], nil
		}}
	if err := x.Do(t.Context(), &out); err != nil || last != 18 || strings.Count(out.String(), "\nBenchmarkThreads/technique=pext/tables=private\t1\t500000000 nodes/s") != 3 {
		t.Errorf("%v, %d done:\n%s", err, last, &out)
	}
	for key, n := range asked {
		if n != 3 || len(asked) != 6 {
			t.Errorf("%s is asked %d times, one of %d", key, n, len(asked))
		}
	}
	out.Reset()
	speeds = map[string]float64{Alone: 5e8, Shared: 5e8, Private: 5e8}
	if err := x.Do(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "as fast, 500000000 nodes/s") || out.Len() > 0 {
		t.Errorf("all speeds alike: %v, %q", err, &out)
	}
	x.count = func(context.Context, string, string) (float64, error) { return 0, errors.New("no") }
	if err := x.Do(t.Context(), &out); err == nil || !strings.HasSuffix(err.Error(), ": no") {
		t.Error(err)
	}
}
