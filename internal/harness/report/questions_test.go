package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Lists are lists in JSON, be they empty.
func TestEmptyLists(t *testing.T) {
	refused := parse(t, "x.txt", resultstest.Run{Rounds: 1, Levels: []string{"v3"}})
	nothing := parse(t, "x.txt", resultstest.Run{Levels: []string{"v3"}})
	nothing.Tables = slices.DeleteFunc(nothing.Tables, func(t results.Table) bool { return t.Mode != "init" })
	for what, f := range map[string]*results.File{"refused": refused, "no use": nothing, "experiment": parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})} {
		text := render(t, []*results.File{f}, report.Options{Format: "json"})
		for _, key := range []string{"warnings", "answers", "uses", "files", "tables", "agreement"} {
			if !strings.Contains(text, `"`+key+`": [`) {
				t.Errorf("%s: %s is no list", what, key)
			}
		}
		for _, key := range []string{"take", "tied", "rows"} {
			if strings.Contains(text, `"`+key+`": null`) {
				t.Errorf("%s: %s is null", what, key)
			}
		}
	}
}

func TestOnlyExperiments(t *testing.T) {
	files := []*results.File{parse(t, "x.txt", resultstest.Run{Levels: []string{"v3+simd"}})}
	for _, format := range report.AdviceFormats {
		const want = "no advice from x.txt: nothing but builds with an experiment (v3+simd) (want an ordinary build)"
		var b bytes.Buffer
		if err := report.WriteAdvice(&b, files, format, 100); err == nil || err.Error() != want || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", format, err, b.Len())
		}
	}
	for format, machine := range map[string]string{"text": "intel-xeon-sapphire-rapids-vm", "markdown": "intel-xeon-sapphire-rapids-vm", "html": "Sapphire Rapids"} {
		text := render(t, files, report.Options{Format: format, All: true})
		text = strings.NewReplacer("&#43;", "+", `\u002b`, "+").Replace(text)
		wantAll(t, text, "nothing but builds with an experiment (v3+simd): no advice comes from it", "GOAMD64=v3+simd", machine)
	}
}
