package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// browser returns the command of a Chromium, or an error if there is none.
func browser() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no chromium in PATH")
}

// The page works in a browser: choosing, sorting, filtering, looking at a technique and following a link to all that. Nothing is cut, everything has a name and a scope,
// and colours differ, in both themes and from 400 to 1,920 pixels. testdata/probe.js does all this, and writes the faults that it finds into the page.
func TestPageInBrowser(t *testing.T) {
	tiertest.Slow(t)
	chromium, err := browser()
	tiertest.Need(t, "chromium", err)
	defer report.AddColumn(letters)()
	var files []*results.File
	var raw string // the raw file of m-a, which the probe drops on the page
	for i, name := range []string{"m-z-without-bmi2", "m-a", "m-b", "m-c"} {
		levels := [][]string{{"v3"}, {"v1", "v3", "c-gcc"}, {"v3", "c-gcc"}, {"v3"}}[i]
		// The cost of pext differs from machine to machine, so that speeds and their means have different orders.
		run := resultstest.Run{Machine: name, Levels: levels, Rounds: 10, Engine: true, Seed: uint64(i), Cost: map[string]float64{"pext": 1.3 + 0.2*float64(i), "magic": 0.7}}
		f := parse(t, "results/"+name+"/x.txt", run)
		for k := range f.Tables {
			if s := f.Tables[k].Find("koggestone"); s != nil {
				s.SizeUnknown = true // any size of tables, as the page's usual choice says, may be one that nobody knows
			}
		}
		if files = append(files, f); name == "m-a" {
			raw = run.String()
		}
	}
	var text bytes.Buffer
	engines := func(string, string, string) string { return "+3.0 [+0.4,&nbsp;+5.2]" } // for each machine, language and technique
	err = report.Write(&text, files, report.Options{Format: "html", Front: report.Front{Columns: []report.FrontColumn{{Head: "engines by hand", Machines: 3, Read: engines}, {Head: "engines with a network", Machines: 2, Read: engines}}}, Command: "slidebench report x", Published: func(file string) bool { return strings.Contains(file, "/m-a/") }, Cards: []report.Card{
		{Facts: facts.Facts{Name: "pext", Family: "pext", People: "Zach Wegner", Year: 2011, Needs: []string{"bmi2"}}, About: "<p>Gathers bits.</p><pre>T[i]</pre>",
			Code: map[string]string{"Go": "package pext\n"}, Where: "elsewhere"}}})
	if err != nil {
		t.Fatal(err)
	}
	cells, err := json.Marshal(wanted(files))
	if err != nil {
		t.Fatal(err)
	}
	probe, err := os.ReadFile("testdata/probe.js")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(strings.Replace(text.String(), "</body>", "<script>const WANT = "+string(cells)+", RAW = "+strconv.Quote(raw)+";\n"+string(probe)+"</script></body>", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{700, 1280, 1920} { // headless Chromium has no narrower window; a frame of 400 pixels is below
		tried(t, chromium, "file://"+path, width)
	}
	frame := filepath.Join(filepath.Dir(path), "frame.html")
	const narrow = `<!DOCTYPE html><iframe id="f" src="page.html" width="400" height="800"></iframe><script>
	const look = () => { const found = f.contentDocument && f.contentDocument.getElementById("found"); if (found) document.body.append(found.cloneNode(true)); else setTimeout(look, 50); };
	look();</script>`
	if err := os.WriteFile(frame, []byte(narrow), 0o666); err != nil {
		t.Fatal(err)
	}
	tried(t, chromium, "file://"+frame, 1280)
}

// shown has the short names that the page gives to machines.
var shown = map[string]string{"m-z (no bmi2)": "M Z (no bmi2)", "m-a": "M A", "m-b": "M B", "m-c": "M C"}

// wanted returns the speeds of techniques against fancymagic, computed from the files' values, by build, use, machine and technique; and their cycles, where "cycles NAME"
// stands in place of the technique.
func wanted(files []*results.File) map[string]map[string]map[string]map[string]string {
	all := map[string]map[string]map[string]map[string]string{"Go": {}, "C (gcc)": {}}
	for _, f := range files {
		for _, t := range f.Tables {
			build := map[string]string{"v3": "Go", "c-gcc": "C (gcc)"}[t.Built.String()]
			use := map[string]string{"search": "search", "perft": "perft", "latency": "queen, latency"}[string(t.Mode)]
			if build == "" || use == "" || t.Piece != board.Queen || t.Corpus != grid.DefaultCorpus && t.Corpus != grid.DefaultGames {
				continue
			}
			if all[build][use] == nil {
				all[build][use] = map[string]map[string]string{}
			}
			cells := map[string]string{}
			reference := t.Find("fancymagic").Values
			noise := stats.AANoise(reference, t.Find("fancymagic-again").Values)
			for _, s := range t.Series {
				ratio := stats.Ratio(s.Values, reference)
				if !s.Ranked() {
					continue
				}
				cells["cycles "+s.Technique], _, _ = strings.Cut(stats.Median(s.Values).Format(1), " ")
				switch {
				case s.Technique == "fancymagic":
					cells[s.Technique] = "0 %"
				case use == "search" || use == "perft":
					cells[s.Technique] = report.Percent(100/ratio.Median - 100)
				default:
					cells[s.Technique] = fmt.Sprintf("%+.0f %%", 100/ratio.Median-100)
				}
				if s.Technique != "fancymagic" && (ratio.Lo <= 1 && 1 <= ratio.Hi || math.Abs(math.Log(ratio.Median)) <= noise) {
					cells[s.Technique] = "(" + cells[s.Technique] + ")"
				}
			}
			all[build][use][shown[t.MachineName()]] = cells
		}
	}
	return all
}

// tried opens a page with the probe in it, in a window of a width, and reports the errors that the probe found.
func tried(t *testing.T, chromium, address string, width int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=5000", fmt.Sprintf("--window-size=%d,900", width), "--dump-dom", address)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	outcome := regexp.MustCompile(`<pre id="found">(.*?)</pre>`).FindSubmatch(dom)
	if outcome == nil {
		t.Fatalf("%s at %d: the probe did not end", address, width)
	}
	var found struct{ Errors, Wrong []string }
	if err := json.Unmarshal([]byte(html.UnescapeString(string(outcome[1]))), &found); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range append(found.Errors, found.Wrong...) {
		t.Errorf("%s at %d pixels: %s", filepath.Base(address), width, wrong)
	}
}
