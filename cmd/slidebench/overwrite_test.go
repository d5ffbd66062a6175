package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Commands replace their own output, and other files only with --force.
func TestNothingIsWrittenOver(t *testing.T) {
	dir := t.TempDir()
	few := resultstest.Run{Rounds: 1, Levels: []string{"v3"}, Techniques: []string{"noop", "fancymagic", "fancymagic-again", "pext"}}
	raw := write(t, filepath.Join(dir, "raw.txt"), few.String())
	plots := filepath.Join(dir, "plots")
	draw := []string{"plot", "--format", "png,svg", "-o", plots, "--piece", "rook", "--mode", "throughput", raw}
	for range 2 { // the second time over its own pictures
		if code, _, stderr := slidebench(t, draw...); code != cli.Fine {
			t.Fatal(stderr)
		}
	}
	pictures, err := filepath.Glob(filepath.Join(plots, "*-times-rook-throughput.*"))
	if err != nil || len(pictures) != 2 {
		t.Fatal(pictures, err)
	}
	png, svg := pictures[0], pictures[1]
	write(t, svg, "<svg>mine</svg>")
	others := map[string]string{ // files that no report has written, with the reason in the refusal
		write(t, filepath.Join(dir, "other.txt"), few.String()):                                                                 "which holds measurements; is the name behind -o missing? (--force replaces it)",
		write(t, filepath.Join(dir, "raw.json"), "{\n  \"commit\": \"x\",\n \"finished\": \"y\"}"):                              "which holds the record of measurements",
		write(t, filepath.Join(dir, "factors.csv"), "piece,square,factor,shift,offset\n"):                                       "which holds a set of factors",
		write(t, filepath.Join(dir, "engine.c"), "int main(void) { return 0; }\n"):                                              "which holds another text than such a command writes",
		write(t, filepath.Join(dir, "README.md"), "# Mine\n\nThis report again: `slidebench report --format markdown x.txt`\n"): "which holds another text",
	}
	for path, holds := range others {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range report.Formats {
			code, stdout, stderr := slidebench(t, "report", "--format", format, "-o", path, raw)
			if code != cli.Failed || stdout != "" || !strings.HasPrefix(stderr, "slidebench: refusing to write over "+path+", "+holds) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s over %s: exit %d, %s", format, path, code, stderr)
			}
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s is changed", path)
		}
	}
	page := filepath.Join(dir, "page")
	raw = synthetic(t, "enough.txt", resultstest.Run{Levels: []string{"v3"}, Techniques: few.Techniques}) // so that a report begins without a warning
	for _, format := range report.Formats {
		for range 2 {
			if code, _, stderr := slidebench(t, "report", "--format", format, "-o", page, raw); code != cli.Fine {
				t.Errorf("%s over a report: %s", format, stderr)
			}
		}
		for _, other := range report.Formats {
			if code, _, _ := slidebench(t, "report", "--format", other, "-o", page, raw); (code == cli.Fine) != (other == format) {
				t.Errorf("%s over %s: exit %d", other, format, code)
			}
		}
		if err := os.Remove(page); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{svg + ", which holds another text", draw},
		{"other.txt: file exists", []string{"bench", "--technique", "classical", "-o", filepath.Join(dir, "other.txt")}},
		{"raw.json, the place of the record, exists", []string{"bench", "--technique", "classical", "-o", filepath.Join(dir, "raw.text")}},
	} {
		if code, _, stderr := slidebench(t, c.args...); code != cli.Failed || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %s; want %s", c.args, code, stderr, c.says)
		}
	}
	write(t, png, "mine")
	// The same plot, but of PNG only: its own SVG, which is mine by now, must not be the reason.
	if code, _, stderr := slidebench(t, slices.Concat([]string{"plot", "--format", "png"}, draw[3:])...); code != cli.Failed || !strings.Contains(stderr, png+", which holds another text") {
		t.Errorf("over a PNG: exit %d, %s", code, stderr)
	}
	if code, _, stderr := slidebench(t, append(draw, "--force")...); code != cli.Fine {
		t.Error(stderr)
	}
	if code, _, stderr := slidebench(t, "report", "--force", "-o", filepath.Join(dir, "engine.c"), raw); code != cli.Fine {
		t.Error(stderr)
	}
}
