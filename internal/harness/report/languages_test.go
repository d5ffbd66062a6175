package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// A file without a build in Go has its tables and advice, and says that nothing in it is about Go; one of builds with an experiment alone has none.
func TestFilesWithoutGo(t *testing.T) {
	run := engine(nil)
	run.Levels = []string{"c-clang", "c-gcc"}
	f := parse(t, "results/m/x.txt", run)
	files := []*results.File{f}
	text := strings.Join(strings.Fields(render(t, files, report.Options{Format: "text"})), " ")
	wantAll(t, text, "WARNING: results/m/x.txt: no build in Go (only c-clang, c-gcc): nothing here is about Go", "Search in C (gcc): nodes in the same time", "single lookups")
	wantAll(t, strings.Join(strings.Fields(advise(t, "text", f)), " "), "To take it in C (gcc) slidebench copy ")
	wantAll(t, render(t, files, report.Options{Format: "html"}), "In C or C&#43;&#43;")
	wantAll(t, string(report.FrontPage(report.Front{}, files...)), "| C or C++ |")
	if csv := render(t, files, report.Options{Format: "csv"}); strings.Count(csv, "\nc-gcc,") < 10 {
		t.Errorf("CSV:\n%s", csv)
	}
	both := parse(t, "y.txt", resultstest.Run{Machine: "n", Engine: true, Levels: []string{"v3", "c-gcc"}})
	var of []string
	for _, a := range report.Answers(f, both) {
		of = append(of, a.Target.Machine+" "+a.Target.Language())
	}
	if want := []string{"intel-xeon-sapphire-rapids-vm C (gcc)", "n Go", "n C (gcc)"}; !slices.Equal(of, want) {
		t.Errorf("answers %q, want %q", of, want)
	}
}
