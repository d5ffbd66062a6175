package report_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/techniquestest"
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

// What a reader does works in a browser: choosing, sorting, filtering, looking at a technique and following a link to all that; nothing is
// cut, everything has a name and a scope, and colours differ, in both modes and from 400 to 1,920 pixels.
func TestPageInBrowser(t *testing.T) {
	tiertest.Slow(t)
	chromium, err := browser()
	techniquestest.Need(t, "chromium", err)
	defer report.AddColumn(letters)()
	files := []*results.File{parse(t, "results/a/x.txt", resultstest.Run{Machine: "a", Levels: []string{"v3", "c-gcc"}, Rounds: 10}),
		parse(t, "results/b/y.txt", resultstest.Run{Machine: "b", Levels: []string{"v3"}, Rounds: 10})}
	text := render(t, files, report.Options{Format: "html", Command: "slidebench report x", Details: []report.Detail{
		{Facts: facts.Facts{Name: "pext", Family: "pext", People: "Zach Wegner", Year: 2011, Needs: []string{"bmi2"}}, About: "<p>Gathers bits.</p><pre>T[i]</pre>", Code: "package pext\n", Where: "elsewhere"}}})
	probe, err := os.ReadFile("testdata/probe.js")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(strings.Replace(text, "</body>", "<script>"+string(probe)+"</script></body>", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{500, 1280, 1920} { // headless Chromium has no narrower window; a frame of 400 pixels is below
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

// tried opens a page with the probe in it, and reads what it found.
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
