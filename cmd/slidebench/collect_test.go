package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// measuredAgain writes a good run of machine m, and further runs of the following days, into the folder measured/m. TestExamples uses it, too.
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

// Two runs that agree are good, and are copied into the folder of results. Every other case is refused, for a reason that says what to change.
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
	others := func(from, to string) func() { // changes the commit of the second run
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
	copied := func(from, to string) func() { // makes the second run a copy of the first, perhaps with another start and one changed value
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
	renamed := func(machine string) func() { // renames the machine of both runs
		return func() {
			for _, run := range []string{first, second} {
				replace(run+".txt", "\nmachine: m\n", "\nmachine: "+machine+"\n")()
			}
			if err := os.Rename("measured/m", "measured/"+machine); err != nil {
				t.Fatal(err)
			}
		}
	}
	pipe := func() { // puts a pipe in the place of the second run
		for _, end := range []string{".txt", ".json"} {
			if err := os.Remove(second + end); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("mkfifo", "measured/m/x.txt").CombinedOutput(); err != nil {
			t.Skipf("%v %s", err, out)
		}
	}
	alike, slower, noisy := resultstest.Run{}, resultstest.Run{Cost: map[string]float64{"magic": 1.5}}, resultstest.Run{Noise: 0.1}
	for name, c := range map[string]struct {
		further []resultstest.Run // beside the first run
		spoil   func()            // changes the files of the runs
		code    int
		says    string
	}{
		"good":           {further: []resultstest.Run{alike}},
		"compressed":     {further: []resultstest.Run{alike}, spoil: compress},
		"apart":          {further: []resultstest.Run{slower}, code: cli.No, says: "differ in"},
		"newest apart":   {further: []resultstest.Run{alike, slower}, code: cli.No, says: "differ in"},
		"noisy":          {further: []resultstest.Run{noisy}, code: cli.No, says: "too noisy to tell whether they agree: measure again"},
		"dirty":          {[]resultstest.Run{alike}, replace(second+".json", `{`, `{"dirty": true, `), cli.No, "measured from a dirty tree"},
		"stopped":        {[]resultstest.Run{alike}, replace(second+".json", `"finished"`, `"ended"`), cli.No, "stopped before its end"},
		"no commit":      {[]resultstest.Run{alike}, replace(second+".json", `"commit"`, `"c"`), cli.No, "want the commit in"},
		"another commit": {[]resultstest.Run{alike}, others("0123456789ab", "ba9876543210"), cli.No, "only one good run"},
		"cpu unknown":    {[]resultstest.Run{alike}, replace(first+".txt", "\ncpu: ", "\ncpu: unknown\nbrand: "), cli.No, "the processor is unknown"},
		"no line cpu":    {[]resultstest.Run{alike}, replace(first+".txt", "\ncpu: ", "\nbrand: "), cli.No, "the processor is unknown"},
		"one run":        {code: cli.No, says: "only one good run"},
		"a copy":         {spoil: copied("", ""), code: cli.No, says: "only one good run, and 1 copies of it"},
		"a copy, later":  {spoil: copied("01T00:00:00Z", "02T00:00:00Z"), code: cli.No, says: "only one good run, and 1 copies of it"},
		"same start":     {[]resultstest.Run{alike}, replace(second+".json", "02T00:00:00Z", "01T00:00:00Z"), cli.No, "only one good run, and 1 copies of it"},
		"no slug":        {[]resultstest.Run{alike}, renamed("M (1)"), cli.No, `machine is "M (1)" (want lower-case letters`},
		"a pipe":         {[]resultstest.Run{alike}, pipe, cli.No, "x.txt: not a regular file"},
		"none":           {spoil: func() { os.RemoveAll("measured/m") }, code: cli.Failed, says: "no raw files in"},
		"exists":         {[]resultstest.Run{alike}, func() { write(t, "results/m/"+filepath.Base(second)+".txt", "x") }, cli.Failed, "truncated"}, // of the x, which is no whole raw file
	} {
		if name == "a pipe" && runtime.GOOS == "windows" {
			continue // no pipes with names here
		}
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
		taken := strings.Fields(stdout)
		if want := strings.ReplaceAll(checked, "measured/", "results/"); stdout != want && name != "exists" {
			t.Errorf("%s: took %q after checking %q", name, stdout, checked)
		}
		if want := map[string]int{"good": 2, "compressed": 2, "newest apart": 2}[name]; len(taken) != want || want > 0 && !strings.HasPrefix(taken[0], strings.Replace(second, "measured", "results", 1)) {
			t.Errorf("%s: took %q; want %d, the newest first", name, taken, want)
		}
		for _, path := range taken {
			if f, err := results.Read(path); err != nil || f.Commit == "" {
				t.Errorf("%s: took %s: %v", name, path, err)
			}
		}
	}
}

// A run in the folder of results can confirm a found run, which is added as long as there are fewer than five.
func TestCollectAdds(t *testing.T) {
	t.Chdir(t.TempDir())
	measuredAgain(t, make([]resultstest.Run, 6)...)
	// Of seven runs, measured has two, one has the third, and later has the rest.
	for day := 3; day <= 7; day++ {
		to := map[bool]string{true: "one/m/", false: "later/m/"}[day == 3]
		for _, end := range []string{".txt", ".json"} {
			name := fmt.Sprintf("2026-01-%02dT000000Z-0123456789ab%s", day, end)
			if err := errors.Join(os.MkdirAll(to, 0o777), os.Rename("measured/m/"+name, to+name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code, _, stderr := slidebench(t, "collect", "measured", "--results", "results"); code != cli.Fine {
		t.Fatal(code, stderr)
	}
	// The two runs are there already, and nothing is to be done.
	if code, stdout, stderr := slidebench(t, "collect", "measured", "--results", "results"); code != cli.Fine || stdout != "" {
		t.Fatal(code, stdout, stderr)
	}
	// They confirm one run more.
	if code, stdout, stderr := slidebench(t, "collect", "one", "--results", "results"); code != cli.Fine || len(strings.Fields(stdout)) != 1 {
		t.Fatal(code, stdout, stderr)
	}
	code, stdout, stderr := slidebench(t, "collect", "later", "--results", "results")
	if code != cli.No || len(strings.Fields(stdout)) != 2 || !strings.Contains(stderr, "has 5 runs already") || strings.Count(stderr, "\n") != 2 {
		t.Errorf("exit %d, %q, %q; want two of the four more runs", code, stdout, stderr)
	}
	if left, _ := filepath.Glob("results/m/*.txt"); len(left) != 5 {
		t.Errorf("results has %q", left)
	}
	// A report of the folder joins its runs. It refuses a run that is named twice, and a folder without raw files.
	code, stdout, stderr = slidebench(t, "report", "results/m")
	if code != cli.Fine || !strings.Contains(strings.Join(strings.Fields(stdout), " "), "5 runs") || !strings.Contains(strings.Join(strings.Fields(stdout), " "), "for the next run") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	if code, _, stderr := slidebench(t, "report", "results/m", "measured/m/2026-01-01T000000Z-0123456789ab.txt"); code != cli.Failed || !strings.Contains(stderr, "are the same run") {
		t.Errorf("exit %d, %q", code, stderr)
	}
	if code, _, stderr := slidebench(t, "report", "results"); code != cli.Failed || !strings.Contains(stderr, "no raw files in folder") {
		t.Errorf("exit %d, %q", code, stderr)
	}
}
