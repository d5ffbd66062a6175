package report_test

import (
	"encoding/json"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/bmf"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/stats"
)

// Trackers read the median and interval of every cell, under its benchmark's name and build, and of several files under the machine's.
func TestBMF(t *testing.T) {
	f := parse(t, "results/x/x.txt", engine(nil))
	other := parse(t, "results/y/y.txt", engine(nil))
	for machine, files := range map[string][]*results.File{"": {f}, "machine=" + f.Tables[0].Machine + "/": {f, other}} {
		var all bmf.Report
		if err := json.Unmarshal([]byte(render(t, files, report.Options{Format: "bmf"})), &all); err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, table := range f.Tables {
			cells += len(table.Series)
		}
		if len(all) != cells {
			t.Errorf("%d benchmarks, want %d", len(all), cells)
		}
		search := f.Table(f.Highest()[0], board.Queen, "search", "games3")
		want := stats.Median(search.Find("pext").Values)
		got := all[machine+"technique=pext/piece=queen/mode=search/corpus=games3/build=v3"]["cycles-per-node"]
		if got.Value != want.Median || got.Lower == nil || *got.Lower != want.Lo || *got.Upper != want.Hi {
			t.Errorf("%q: %+v, want %+v", machine, got, want)
		}
	}
}
