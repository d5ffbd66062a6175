package report_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// A front page shows the newest machines beside each other. It leaves out runs without a search, those with hidden features, and those beside a neighbour.
func TestFrontPage(t *testing.T) {
	run := func(machine string, run resultstest.Run, started string) *results.File {
		run.Machine = machine
		f := parse(t, "results/"+machine+"/x.txt", run)
		f.Started = started
		return f
	}
	both, inGo := engine(map[string]float64{"pext": 0.5, "magic": 0.7}), engine(nil)
	inGo.Levels = []string{"v3"}
	hidden := inGo
	hidden.Features = "baseline"
	// Search was measured in C on three of the machines, and in Go on five.
	text := string(report.FrontPage(report.Front{}, run("d", both, "2026-04"), run("b", both, "2026-03"), run("c", inGo, "2026-02"), run("a", both, "2026-01"), run("f", inGo, "2025-12"), run("e", resultstest.Run{}, "2026-05"),
		run("b-without-bmi2", hidden, "2026-06"), run("b-beside-a-neighbour", inGo, "2026-07")))
	wantAll(t, text, "| you write | CPU, limit | take | kind | tables | our search, 5 machines |",
		"\n| C or C++ | BMI2 | [pext](pext) | PEXT | 801.5 KiB | +94.8 % on 3 |", "\n| Go | BMI2 | [pext](pext) | PEXT | 801.5 KiB | -2.69 to +94.6 % |", " (+",
		"Per cent of nodes more in the same time than with `fancymagic`. A range goes from the worst machine to the best, and is no error bar. Our search ran on 5 machines; ",
		"Machines, each with a report of its own: [A](results/a/report.md), [B](results/b/report.md), [C](results/c/report.md), [D](results/d/report.md), [F](results/f/report.md).")
	for _, bad := range []string{"results/e", "without-", "beside-"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q in\n%s", bad, text)
		}
	}
	wantAll(t, string(report.FrontPage(report.Front{}, run("amd-epyc-zen-4-vm", inGo, ""), run("amd-epyc-zen-3-vm", inGo, ""))), ": [Zen 3](results/amd-epyc-zen-3-vm/report.md), [Zen 4](")
	wantAll(t, string(report.FrontPage(report.Front{}, run("amd-ryzen-zen-4", inGo, ""), run("apple-m1", inGo, ""))), ": [Zen 4](results/amd-ryzen-zen-4/report.md), [Apple M1](")
	if text := report.FrontPage(report.Front{}, parse(t, "x.txt", resultstest.Run{})); text != nil {
		t.Errorf("without search:\n%s", text)
	}
	dirty := run("a", both, "")
	dirty.Dirty = true
	if text := string(report.FrontPage(report.Front{}, dirty)); !strings.HasPrefix(text, "> **Warning:** results/a/x.txt: the source tree was dirty") {
		t.Errorf("a dirty tree:\n%s", text)
	}
}

// Beside our search stand figures from elsewhere: gains of real engines, the languages of copies, and sizes that are newer than the file's.
func TestFrontPageOfEngines(t *testing.T) {
	front := report.Front{
		Columns: []report.FrontColumn{{Head: "engines by hand", Machines: 2, Read: func(machine, language, technique string) string {
			return map[string]string{"C pext": "+3.5", "Go pext": "-5.0 (1)", "intel-xeon-sapphire-rapids-vm C pext": "+3.3"}[strings.TrimSpace(machine+" "+language+" "+technique)]
		}}},
		Rust: func(name string) bool { return name == "pext" },
	}
	f := parse(t, "results/x/x.txt", engine(map[string]float64{"pext": 0.5}))
	f.Today = func(name string) int64 { return map[bool]int64{true: 1024, false: -1}[name == "pext"] }
	for _, format := range []string{"text", "markdown"} {
		wantAll(t, flat(render(t, []*results.File{f}, report.Options{Format: format})), " 801.5 KiB, now 1 KiB ", " 2 KiB ")
	}
	wantAll(t, string(report.FrontPage(front, f)), "| engines by hand, %, 2 machines | our search, one machine |", "\n| C, C++, Rust | BMI2 | [pext](pext) | PEXT | 1 KiB | +3.5 | +",
		"\n| Go | BMI2 | [pext](pext) | PEXT | 1 KiB | -5.0 (1) | +", "\n| C or C++ | any CPU, ≤ 8 KiB | [quintessence](quintessence) | quintessence | 2 KiB |  | -",
		"Figures of engines are their medians. ")
	wantAll(t, string(report.Published(front, f)), `,"engines by hand, %, 2 machines",`, ",1 KiB,+3.5,+", "\nintel-xeon-sapphire-rapids-vm,", ",1 KiB,+3.3,+")
}
