package pages

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// questions writes a raw file for each of some numbers of questions into a folder of a machine, and returns the pattern that
// finds them.
func questions(t *testing.T, text func(n int) string, numbers ...int) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	for _, n := range numbers {
		writeFiles(t, dir, map[string]string{
			fmt.Sprintf("a-machine/questions/%d.txt", n): strings.ReplaceAll(text(n), "questions: 65536\n", fmt.Sprintf("questions: %d\n", n)),
		})
	}
	return filepath.Join(dir, "*", "questions", "*.txt")
}

// Each mode has a picture for light and one for dark screens.
func TestTimes(t *testing.T) {
	run := func(n int) string { return resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String() }
	pattern := questions(t, run, 1<<10, 1<<20, 1<<16)
	text, pictures, err := write(writeTimes, pattern)
	for name, picture := range pictures {
		if !strings.Contains(text, `"`+name+`"`) || !strings.Contains(string(picture), "1,048,576") && !strings.Contains(string(picture), "fancymagic") {
			t.Errorf("%s is not shown, or shows nothing", name)
		}
	}
	if len(pictures) != 4 || err != nil {
		t.Errorf("%d pictures, want a light and a dark one of each mode; %v", len(pictures), err)
	}
	wants(t, writeTimes, filepath.Join(t.TempDir(), "*.txt"), "no raw files", "`make curve` measures them")
}

// The files of a picture are of one machine, build and reference, and have both modes.
func TestTimesErrors(t *testing.T) {
	tiertest.Slow(t)
	for _, c := range []struct {
		name    string
		numbers []int  // of questions, with a file for each
		old     string // a text in the file of 65,536 questions
		new     string // in its place
		want    string // in the error
	}{
		{"another machine", []int{1024, 65536}, "machine: ", "machine: x-", "want one machine and one build"},
		{"another level", []int{1024, 65536}, "build: v3", "build: v2", "want one machine and one build"},
		{"another reference", []int{1024, 65536}, "reference: fancymagic", "reference: magic", "want those of the files beside it"},
		{"a mode left out", []int{1024, 65536}, "mode=latency", "mode=incremental", "no times for rook, latency"},
		{"damaged", []int{65536}, "Benchmark", "Bench", "damaged line"},
	} {
		run := func(n int) string {
			text := resultstest.Run{Levels: []string{"v3"}, Seed: uint64(n)}.String()
			if n == 65536 {
				text = strings.ReplaceAll(text, c.old, c.new)
				if strings.HasPrefix(c.old, "reference") { // the reference alone is measured again
					text = strings.ReplaceAll(text, "fancymagic-again", "magic-again")
				}
			}
			return text
		}
		refuses(t, writeTimes, questions(t, run, c.numbers...), c.want)
	}
}

// Two runs are compared by the size of tables, and three are no pair.
func TestTwiceTables(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "twice")
	one := resultstest.Run{Levels: []string{"v3"}, Seed: 1}
	two := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Cost: map[string]float64{"pext": 30}}
	writeFiles(t, dir, map[string]string{"1.txt": one.String(), "2.txt": one.String()})
	pattern := filepath.Join(dir, "*.txt")
	wants(t, writeTwice, pattern, "| all cells | ", "(100.0 %) | 0.0 % | 0.0 % |\n", "at least 1.000 in each")
	writeFiles(t, dir, map[string]string{"2.txt": two.String()})
	other := wants(t, writeTwice, pattern, "| all cells | ")
	for _, row := range strings.Split(other, "\n") {
		if strings.HasPrefix(row, "| all cells | ") && (strings.Contains(row, "(100.0 %)") || strings.HasSuffix(row, " 0.0 % |")) {
			t.Errorf("pext is slower in the second run, and the cells are the same: %s", row)
		}
	}
	if strings.Contains(other, "at least 1.000") {
		t.Errorf("pext has another place, and tau is the same:\n%s", other)
	}
	writeFiles(t, dir, map[string]string{"3.txt": one.String()})
	refuses(t, writeTwice, pattern, "want two runs")
	wants(t, writeTwice, filepath.Join(dir, "*.csv"), "`make twice` measures them")
}

// Each run is compared with the run alone: an equal run keeps its ranks, and a run with one far slower technique does not.
func TestWriteBeside(t *testing.T) {
	dir := t.TempDir()
	run := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Machine: "m"}
	near := run
	near.Machine += results.Beside
	far := near
	far.Cost = map[string]float64{"pext": 30}
	writeFiles(t, dir, map[string]string{"alone.txt": run.String(), "alone-again.txt": run.String(), "beside-additions.txt": near.String(), "beside-loads.txt": far.String()})
	pattern := filepath.Join(dir, "*.txt")
	page := wants(t, writeBeside, pattern, "**m**", "| alone again | ", "| beside additions | ", " | 1.00 | 0 of ", " | 0.0 points | 0.0 points |\n")
	if row := rowOf(page, "beside loads"); row == "" || rowOf(page, "alone again") == row {
		t.Errorf("no difference where pext is slower:\n%s", page)
	}
	refuses(t, writeBeside, filepath.Join(dir, "beside*.txt"), "no run alone")
	wants(t, writeBeside, filepath.Join(dir, "*.csv"), "`make beside` measures them")
}

// Searches beside neighbours are compared with those of the machine's newest run.
func TestWriteCrowd(t *testing.T) {
	dir := t.TempDir()
	run := resultstest.Run{Levels: []string{"v3"}, Seed: 1, Machine: "m", Engine: true}
	far := run
	far.Cost = map[string]float64{"pext": 30}
	crowd := filepath.Join(dir, "crowd")
	writeFiles(t, crowd, map[string]string{"loads.txt": run.String()})
	refuses(t, writeCrowd, filepath.Join(crowd, "*.txt"), "no other run")
	writeFiles(t, dir, map[string]string{"2026-01-01T000000Z-0123456789ab.txt": far.String(), "2026-01-02T000000Z-0123456789ab.txt": run.String()})
	// It compares the one table of searches, all of whose 21 rows have an interval, with that of the newest run, which is equal, not with that of the other.
	wants(t, writeCrowd, filepath.Join(crowd, "*.txt"), "**m**", "| loads | ", " | 1 | 21 of 21 | 1.00 | 0 of ")
}

// rowOf returns the rest of a table's row that begins with a name.
func rowOf(page, name string) string {
	_, rest, _ := strings.Cut(page, "\n| "+name+" | ")
	row, _, _ := strings.Cut(rest, "\n")
	return row
}
