package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/command"
)

// measuredAgain writes a good run of machine m, and further ones of the days after it, into the folder measured/m.
func measuredAgain(t *testing.T, further ...resultstest.Run) {
	t.Helper()
	for i, r := range append([]resultstest.Run{{}}, further...) {
		r.Machine, r.Rounds, r.Levels, r.Engine, r.Seed = "m", 8, []string{"v3"}, true, uint64(i)
		r.Techniques = []string{"fancymagic", "fancymagic-again", "magic", "classical", "noop", "load", "walk"}
		day := fmt.Sprintf("2026-01-%02dT", 1+i)
		write(t, "measured/m/"+day+"000000Z-0123456789ab.txt", r.String())
		write(t, "measured/m/"+day+"000000Z-0123456789ab.json", `{"commit": "0123456789ab", "started": "`+day+`00:00:00Z", "finished": "`+day+`01:00:00Z"}`)
	}
}

func TestCollect(t *testing.T) {
	t.Chdir(t.TempDir())
	const first, second = "measured/m/2026-01-01T000000Z-0123456789ab", "measured/m/2026-01-02T000000Z-0123456789ab"
	replace := func(path, old, by string) func() {
		return func() {
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatal(path, err)
			}
			write(t, path, strings.ReplaceAll(string(text), old, by))
		}
	}
	others := func(from, to string) func() { // the commit of the second run
		return func() {
			replace(second+".json", from, to)()
			for _, end := range []string{".txt", ".json"} {
				if err := os.Rename(second+end, strings.Replace(second, from, to, 1)+end); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	compress := func() {
		if err := results.Compress(second + ".txt"); err != nil {
			t.Fatal(err)
		}
	}
	copied := func(from, to string) func() { // the first run as the second, with one value changed if with another start
		return func() {
			for _, end := range []string{".txt", ".json"} {
				text, err := os.ReadFile(first + end)
				if err != nil {
					t.Fatal(err)
				}
				if end == ".json" {
					text = []byte(strings.ReplaceAll(string(text), from, to))
				} else if from != "" {
					head, rest, _ := strings.Cut(string(text), "Benchmark")
					text = []byte(head + "Benchmark" + strings.Replace(rest, " cycles/lookup", "5 cycles/lookup", 1))
				}
				write(t, second+end, string(text))
			}
		}
	}
	renamed := func(machine string) func() {
		return func() {
			for _, run := range []string{first, second} {
				replace(run+".txt", "\nmachine: m\n", "\nmachine: "+machine+"\n")()
			}
			if err := os.Rename("measured/m", "measured/"+machine); err != nil {
				t.Fatal(err)
			}
		}
	}
	pipe := func() {
		for _, end := range []string{".txt", ".json"} {
			if err := os.Remove(second + end); err != nil {
				t.Fatal(err)
			}
		}
		if runtime.GOOS == "windows" {
			write(t, "measured/m/x.txt", "")
		} else if out, err := exec.Command("mkfifo", "measured/m/x.txt").CombinedOutput(); err != nil {
			t.Skipf("%v %s", err, out)
		}
	}
	alike, slower, noisy := resultstest.Run{}, resultstest.Run{Cost: map[string]float64{"magic": 1.5}}, resultstest.Run{Noise: 0.1}
	for name, c := range map[string]struct {
		further []resultstest.Run
		spoil   func()
		code    int
		says    string
	}{
		"good":           {further: []resultstest.Run{alike}},
		"compressed":     {further: []resultstest.Run{alike}, spoil: compress},
		"apart":          {further: []resultstest.Run{slower}, code: command.No, says: "differ in"},
		"newest apart":   {further: []resultstest.Run{alike, slower}},
		"noisy":          {further: []resultstest.Run{noisy}, code: command.No, says: "too noisy to tell whether they agree: measure again"},
		"dirty":          {[]resultstest.Run{alike}, replace(second+".json", `{`, `{"dirty": true, `), command.No, "measured from a dirty tree"},
		"stopped":        {[]resultstest.Run{alike}, replace(second+".json", `"finished"`, `"ended"`), command.No, "stopped before its end"},
		"no commit":      {[]resultstest.Run{alike}, replace(second+".json", `"commit"`, `"c"`), command.No, "want the commit in"},
		"another commit": {[]resultstest.Run{alike}, others("0123456789ab", "ba9876543210"), command.No, "only one good run"},
		"unnamed":        {[]resultstest.Run{alike}, replace(first+".txt", "\ncpu: ", "\ncpu: unknown\nbrand: "), command.No, "the processor is unknown"},
		"nameless":       {[]resultstest.Run{alike}, replace(first+".txt", "\ncpu: ", "\nbrand: "), command.No, "the processor is unknown"},
		"once":           {code: command.No, says: "only one good run"},
		"a copy":         {spoil: copied("", ""), code: command.No, says: "only one good run, and 1 copies of it"},
		"another start":  {spoil: copied("01T00:00:00Z", "02T00:00:00Z"), code: command.No, says: "only one good run, and 1 copies of it"},
		"same start":     {[]resultstest.Run{alike}, replace(second+".json", "02T00:00:00Z", "01T00:00:00Z"), command.No, "only one good run, and 1 copies of it"},
		"no slug":        {[]resultstest.Run{alike}, renamed("M (1)"), command.No, `machine is "M (1)" (want lower-case letters`},
		"a pipe":         {[]resultstest.Run{alike}, pipe, command.No, "x.txt: not a regular file"},
		"none":           {spoil: func() { os.RemoveAll("measured/m") }, code: command.Failed, says: "no raw files in"},
		"exists":         {[]resultstest.Run{alike}, func() { write(t, "results/m/"+filepath.Base(second)+".txt", "x") }, command.Failed, "exists, and differs from"},
	} {
		os.RemoveAll("measured")
		os.RemoveAll("results")
		measuredAgain(t, c.further...)
		if c.spoil != nil {
			c.spoil()
		}
		code, checked, stderr := slidebench(t, "collect", "measured")
		if _, err := os.Stat("results"); name != "exists" && (code != c.code || err == nil) {
			t.Errorf("%s: only checked: exit %d, %q; results: %v", name, code, stderr, err)
		}
		code, stdout, stderr := slidebench(t, "collect", "measured", "--results", "results")
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, %q; want %d, %q", name, code, stderr, c.code, c.says)
		}
		if code != command.Fine {
			if left, _ := filepath.Glob("results/m/*"); stdout != "" || len(left) > 0 && (name != "exists" || len(left) > 1) {
				t.Errorf("%s: took %q, left %q", name, stdout, left)
			}
			continue
		}
		taken, err := results.Read(strings.TrimSpace(stdout))
		if want := strings.Replace(checked, "measured", "results", 1); err != nil || stdout != want || !strings.HasPrefix(checked, second) || taken.Commit == "" {
			t.Errorf("%s: took %q after checking %q, %v", name, stdout, checked, err)
		}
	}
}
