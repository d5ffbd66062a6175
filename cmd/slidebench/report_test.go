package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/internal/tracked"
)

// The page of 20 machines is below 1.5 MB, by the committed files of machines without hidden features.
func TestPageIsSmall(t *testing.T) {
	tiertest.Long(t)
	files := slices.DeleteFunc(resultstest.Committed(t, "../../results", "*/*.txt.gz"), func(path string) bool { return strings.Contains(path, "-without-") })
	size := func(files []string) int {
		code, page, stderr := slidebench(t, append([]string{"report", "--format", "html"}, files...)...)
		if code != cli.Fine {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		return len(page)
	}
	one := size(files[:1])
	more := (size(files) - one) / (len(files) - 1)
	if limit, all := 1500000, one+19*more; more < 1000 || all > limit {
		t.Errorf("one machine %d bytes, each other %d: %d (want at most %d)", one, more, all, limit)
	}
}

// The files derived from raw files are those that the commands write now: the README's summary, and the report and pictures of every machine with runs that git tracks.
func TestDerivedFilesAreUpToDate(t *testing.T) {
	tiertest.Slow(t)
	var known sync.Map // raw files, which most commands read again
	defer func() { readFile = results.Read }()
	readFile = func(path string) (*results.File, error) {
		if f, is := known.Load(path); is {
			again := *f.(*results.File) // a copy, as commands change it
			return &again, nil
		}
		f, err := results.Read(path)
		if err == nil {
			known.Store(path, f)
		}
		return f, err
	}
	t.Chdir("../..")
	t.Setenv("COLUMNS", "80")
	runsOf := map[string][]string{} // raw files by the folder of their machine, the oldest first, as names begin with the date
	for _, raw := range resultstest.Committed(t, "results", "*/*.txt*") {
		folder := filepath.ToSlash(filepath.Dir(raw)) + "/"
		runsOf[folder] = append(runsOf[folder], filepath.ToSlash(raw))
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	page := write(t, filepath.Join(t.TempDir(), "README.md"), string(readme))
	all := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(runsOf))...)))
	if code, _, stderr := slidebench(t, slices.Concat([]string{"report", "--update", page, "--plots", "results/machines-c-gcc.svg"}, all)...); code != 0 {
		t.Fatal(stderr)
	}
	if again, _ := os.ReadFile(page); !bytes.Equal(again, readme) {
		t.Error("the summary in README.md is not that of the raw files: run make readme")
	}
	// drawn draws pictures of some kinds into the folder temp, and compares them with those that published reads from the folder into.
	drawn := func(published func(string) ([]byte, error), temp, into, kinds string, args ...string) {
		for _, theme := range []string{"light", "dark"} {
			if code, _, stderr := slidebench(t, slices.Concat([]string{"plot", "--post=" + kinds, "--theme", theme, "-o", temp}, args)...); code != 0 {
				t.Fatal(stderr)
			}
		}
		if runtime.GOARCH != "amd64" {
			return // others may fuse multiplication and addition, which moves the last digit of a coordinate
		}
		fresh, _ := filepath.Glob(filepath.Join(temp, "*"))
		for _, picture := range fresh {
			same(t, picture, into+filepath.Base(picture), published)
		}
		pictures, err := tracked.Glob(into + "*.[ps][nv]g") // png and svg
		if err != nil || len(fresh) == 0 {
			t.Errorf("%s: no pictures (%v)", into, err)
		}
		for _, picture := range pictures {
			if !slices.Contains(fresh, filepath.Join(temp, filepath.Base(picture))) {
				t.Errorf("%s is not drawn from %v: remove it", picture, args)
			}
		}
	}
	drawn(os.ReadFile, t.TempDir(), "results/", "machines", append([]string{"--build", "c-gcc"}, all...)...)
	for machine, runs := range runsOf {
		here, _ := filepath.Glob(machine + "*.txt*")
		published := os.ReadFile
		if len(here) > len(runs) { // some are not added to git
			published = added
		}
		folder := t.TempDir()
		drawn(published, filepath.Join(folder, "plots"), machine+"plots/", "search,size", runs...) // the report shows the pictures that are beside it
		report := filepath.Join(folder, "report.md")
		if code, _, stderr := slidebench(t, append([]string{"report", "--format", "markdown", "--plots", "plots", "--csv", "results.csv", "-o", report}, runs...)...); code != 0 {
			t.Fatal(stderr)
		}
		same(t, report, machine+"report.md", published)
		spreadsheet := filepath.Join(t.TempDir(), "results.csv")
		if code, _, stderr := slidebench(t, append([]string{"report", "--format", "csv", "-o", spreadsheet}, runs...)...); code != 0 {
			t.Fatal(stderr)
		}
		same(t, spreadsheet, machine+"results.csv", published)
		const most = 40 // lines of an ordinary terminal that a reader takes in at once
		if _, shown, _ := slidebench(t, append([]string{"report"}, runs...)...); strings.Count(shown, "\n") > most {
			t.Errorf("the report of %s has more than %d lines of 80 characters:\n%s", machine, most, shown)
		}
	}
}

// added returns a file's text in git's index. In the working tree, make bench may have written report and pictures anew, from a raw file that is not yet added.
func added(path string) ([]byte, error) {
	return exec.Command("git", "show", ":./"+filepath.ToSlash(path)).Output()
}

// same fails the test if a page is up to date neither in the folder nor as published reads it.
func same(t *testing.T, fresh, page string, published func(path string) ([]byte, error)) {
	t.Helper()
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if here, err := os.ReadFile(page); err == nil && bytes.Equal(here, want) {
		return
	}
	if there, err := published(page); err != nil || !bytes.Equal(there, want) {
		t.Errorf("%s is not up to date (%v): run make publish", page, err)
	}
}

// If there is nothing to summarise, report --update refuses, and leaves the page as it is.
func TestNoEmptySummary(t *testing.T) {
	const text = "a\n" + summaryBegin + "\nb\n" + summaryEnd + "\n"
	page := write(t, filepath.Join(t.TempDir(), "README.md"), text)
	code, _, stderr := slidebench(t, "report", "--update", page, synthetic(t, "simd.txt", resultstest.Run{Levels: []string{"v3+simd"}}))
	if left, _ := os.ReadFile(page); code != cli.Failed || !strings.Contains(stderr, "nothing to summarise") || string(left) != text {
		t.Errorf("exit %d, %s: %s", code, stderr, left)
	}
}
