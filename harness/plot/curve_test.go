package plot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/plot"
	"github.com/slidebench/slidebench/harness/results/resultstest"
)

func TestCurve(t *testing.T) {
	var text strings.Builder
	for _, n := range []int{1 << 20, 1 << 10, 1 << 16} {
		run := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
		text.WriteString(strings.ReplaceAll(run, "questions: 65536", fmt.Sprintf("questions: %d", n)))
	}
	f := parse(t, "all.txt", text.String())
	for _, theme := range []string{"light", "dark"} {
		p, err := plot.Curve(f, board.Rook, "latency", plot.Options{Theme: theme, Width: plot.MinWidth})
		if err != nil {
			t.Fatal(err)
		}
		texts := wellFormed(t, p)
		for _, want := range []string{"fancymagic\n", "quintessence\n", "2^10\n", "2^20\n", "rook, latency, random16", "all.txt"} {
			if !strings.Contains(texts, want) {
				t.Errorf("%s: no text %q in\n%s", theme, want, texts)
			}
		}
		for _, unwanted := range []string{"noop", "walk", "again"} {
			if strings.Contains(texts, unwanted) {
				t.Errorf("%s: text %q", theme, unwanted)
			}
		}
		if _, err := p.PNG(); err != nil {
			t.Error(err)
		}
	}

	// Of many the fastest are drawn, and the reference, but all that are named.
	crowd(f)
	for want, named := range map[string][]string{
		"; 14 of 51 techniques: the reference and, at each number of questions, the ": nil,
		"omegaclassical": {"omegaclassical", "pext"},
	} {
		p, err := plot.Curve(f, board.Rook, "latency", plot.Options{Techniques: named})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(wellFormed(t, p), "\n", " ")
		if !strings.Contains(text, want) || strings.Contains(text, "fancymagic") != (named == nil) ||
			strings.Contains(text, " naive ") {
			t.Errorf("%v named:\n%s", named, text)
		}
	}

	two := parse(t, "two.txt", resultstest.Run{Levels: []string{"v2", "v3"}}.String())
	for _, c := range []struct {
		mode, want string
		opt        plot.Options
	}{
		{"throughput", "two.txt: intel-xeon-sapphire-rapids-vm, GOAMD64=v2 and intel-xeon-sapphire-rapids-vm, GOAMD64=v3 " +
			"(want one machine and one build)", plot.Options{}},
		{"both", "two.txt: no times for rook, both, random16, 65536 questions", plot.Options{}},
		{"latency", "width of 1 pixels (want 480 to 4096)", plot.Options{Width: 1}},
	} {
		if _, err := plot.Curve(two, board.Rook, c.mode, c.opt); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.mode, err, c.want)
		}
	}
	if _, err := plot.Curve(f, board.Rook, "latency", plot.Options{Techniques: []string{"noop"}}); err == nil {
		t.Error("a picture of controls alone: no error")
	}
}
