package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques/facts"
)

// Advice says how to take the technique that it names.
func TestAdviceImports(t *testing.T) {
	f := parse(t, "x.txt", engine(map[string]float64{"magic": 0.1}))
	f.Facts["magic"] = facts.Facts{Name: "magic", Family: "fancymagic", Unsafe: true}
	wantAll(t, strings.Join(strings.Fields(advise(t, "text", f)), " "), `To take it in Go import github.com/slidebench/slidebench/fancymagic/magic, which uses unsafe To take it in C (gcc) slidebench copy magic --lang c -o include`)
}

// Nothing is advised by builds with an experiment alone; a report shows them.
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
