package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The flags of report show a part of a result file: its tables and rows, named by the title. Names that are not in the file are refused.
func TestReportShows(t *testing.T) {
	tiertest.Slow(t)
	file := synthetic(t, "run.txt", resultstest.Run{Levels: []string{"v1", "v3", "c-gcc"}})
	for _, c := range []struct {
		args       []string
		want, none []string // texts that the report has, and that it lacks
	}{
		{[]string{"--technique", "magic,classical", "--format", "markdown"},
			[]string{"# Sliding attacks, measured: technique magic, classical\n", "\n| magic |", "\n| fancymagic |", "--format markdown --technique magic,classical "},
			[]string{"| quintessence |", "| noop |"}},
		{[]string{"--piece", "rook", "--mode", "latency"}, []string{"Sliding attacks, measured: piece rook; mode latency\n", "rook, latency, random16"},
			[]string{"queen, ", "bishop, ", "rook, throughput"}},
		{[]string{"--build", "v1", "--format", "csv"}, []string{",v1,"}, []string{",v3,", "c-gcc"}},
		{[]string{"--build", "c-gcc", "--mode", "latency", "--piece", "rook"}, []string{"build c-gcc", "c-gcc: 6 rounds"}, []string{"GOAMD64=v3: "}},
		{[]string{"--mode", "latency", "--format", "html"}, []string{"<h1>Sliding attacks, measured: mode latency</h1>"}, nil},
	} {
		code, stdout, stderr := slidebench(t, append(append([]string{"report"}, c.args...), file)...)
		if code != cli.Fine {
			t.Errorf("%q: exit %d: %s", c.args, code, stderr)
		}
		for _, part := range c.want {
			if !strings.Contains(stdout, part) {
				t.Errorf("%q: no %q in\n%s", c.args, part, stdout)
			}
		}
		for _, part := range c.none {
			if strings.Contains(stdout, part) {
				t.Errorf("%q: %q is there", c.args, part)
			}
		}
	}
	for _, c := range []struct{ says, flag string }{
		{`no technique "magik" in the result files (have: `, "--technique=magik"},
		{`no piece "king" in the result files (have: bishop, queen, rook)`, "--piece=king"},
		{`no mode "speed" in the result files (have: `, "--mode=speed"},
		{`no build "v9" in the result files (have: c-gcc, v1, v3)`, "--build=v9"},
		{"--plots and --csv are for the format markdown", "--plots=plots"},
		{"(format text has no links)", "--csv=results.csv"},
	} {
		code, _, stderr := slidebench(t, "report", c.flag, file)
		if code != cli.Failed || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, %q; want %q", c.flag, code, stderr, c.says)
		}
	}
	code, _, stderr := slidebench(t, "report", "--mode", "init", "--piece", "rook", file)
	if code != cli.Failed || !strings.Contains(stderr, "nothing to show: no table of the result files is of piece rook; mode init") {
		t.Errorf("exit %d, %q", code, stderr)
	}
}

// A report in Markdown links the pictures that plot draws with the same flags.
func TestReportLinksItsPlots(t *testing.T) {
	tiertest.Slow(t)
	file, plots := synthetic(t, "run.txt", resultstest.Run{}), filepath.Join(t.TempDir(), "plots")
	for _, part := range [][]string{nil, {"--piece", "rook", "--mode", "latency"}, {"--technique", "magic,pext"}, {"--build", "v1"}} {
		_, page, stderr := slidebench(t, slices.Concat([]string{"report", "--format", "markdown", "--plots", "plots"}, part, []string{file})...)
		draw := []string{"plot", "--format", "svg", "-o", plots}
		if part == nil {
			draw = append(draw, "--post=search,size")
		}
		code, drawn, plotErr := slidebench(t, slices.Concat(draw, part, []string{file})...)
		if code != cli.Fine {
			t.Fatalf("%q: %s%s", part, stderr, plotErr)
		}
		pictures, err := os.ReadDir(plots)
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range pictures {
			if name := picture.Name(); filepath.Ext(name) != ".svg" || !strings.Contains(page, "](plots/"+name+")\n") || !strings.Contains(drawn, name) {
				t.Errorf("%q: %s is not linked, not said or no SVG", part, name)
			}
		}
		if links := strings.Count(page, "](plots/"); links != len(pictures) || links == 0 {
			t.Errorf("%q: %d links, %d pictures", part, links, len(pictures))
		}
		if err := os.RemoveAll(plots); err != nil {
			t.Fatal(err)
		}
	}
	// Pictures for dark screens are shown if they are there.
	path := filepath.Join(filepath.Dir(plots), "report.md")
	if code, _, stderr := slidebench(t, "plot", "--post=search,size", "--theme", "dark", "-o", plots, file); code != cli.Fine {
		t.Fatal(stderr)
	}
	if code, _, stderr := slidebench(t, "report", "--format", "markdown", "--plots", "plots", "-o", path, file); code != cli.Fine {
		t.Fatal(stderr)
	}
	page, err := os.ReadFile(path)
	if dark := strings.Count(string(page), `<picture><source media="(prefers-color-scheme: dark)" srcset="plots/`); err != nil || dark == 0 || strings.Contains(string(page), "](plots/") {
		t.Errorf("%d dark pictures, %v:\n%s", dark, err, page)
	}
	for _, c := range []struct{ says, flag string }{
		{`unknown format "gif" (want svg or png)`, "--format=gif"}, {`no mode "speed" in the result files`, "--mode=speed"},
	} {
		if code, _, stderr := slidebench(t, "plot", "-o", plots, c.flag, file); code != cli.Failed || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, %q; want %q", c.flag, code, stderr, c.says)
		}
	}
}
