package plot

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// A dot on another one is left out, unless it is the reference or wanted. The fastest are wanted, so that of two fast ones with equally large tables none is missing.
func TestApart(t *testing.T) {
	dot := func(name string, time float64, bytes int64) row {
		return row{name: name, time: stats.Interval{Median: time, Lo: time - 1, Hi: time + 1}, Size: results.Size{TableBytes: bytes}}
	}
	v := view{file: &results.File{}, rows: []row{dot("fast", 100, 1<<20), dot("wanted", 101, 1<<20), dot("on it", 101.5, 1<<20), dot("smaller", 101.5, 1<<19), dot("slower", 104, 1<<20), dot("reference", 105, 1<<20),
		dot("none", 120, 0), dot("none, too", 121, 0), dot("96 B", 121, 96)}}
	v.rows[5].reference = true // so slower, which lies on it, is left out
	var names []string
	for _, r := range v.apart(v.fastest(2)).rows {
		names = append(names, r.name)
	}
	if got, want := strings.Join(names, "; "), "fast; wanted; smaller; reference; none; 96 B"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
