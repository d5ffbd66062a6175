package results_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
)

// Two rounds with the same values in all of eight cells are an error. In seven cells they are not, nor if one cell differs or lacks a value.
func TestIdenticalRounds(t *testing.T) {
	// round returns a round of 4 cycles in all cells but the last.
	round := func(number, cells int, last string) string {
		text := fmt.Sprintf("# round %d at 4 GHz\n", number)
		for i := range cells {
			cycles := "4"
			if i == cells-1 {
				cycles = last
			}
			text += strings.ReplaceAll(line(cycles), "pext", fmt.Sprint("technique", i))
		}
		return text
	}
	mustParse(t, config+round(1, 7, "4")+round(2, 7, "4"))
	mustParse(t, config+round(1, 8, "4")+round(2, 8, "5"))
	mustParse(t, config+round(1, 9, "4")+round(2, 8, "4"))
	wantErrors(t, []broken{{"identical rounds", config + round(1, 8, "4") + round(2, 8, "5") + round(4, 8, "4"),
		"x.txt: rounds 1 and 4 have the same values in all 8 cells: their times mean nothing"}})
}

// An invented run comes back as it was: at its clock, without notes.
func TestWholeRun(t *testing.T) {
	f := mustParse(t, resultstest.Run{Rounds: 7, Levels: []string{"v1", "v3"}}.String())
	if f.Missing != "" || len(f.Notes) > 0 {
		t.Errorf("missing %q, notes %q", f.Missing, f.Notes)
	}
	for _, table := range f.Tables {
		if math.Abs(table.Clock-resultstest.Clock) > 0.001 || table.Rounds != 7 {
			t.Errorf("%v GHz, %d rounds", table.Clock, table.Rounds)
		}
	}
}

// Missing values stay missing, whether a run was stopped or a cell had no clean slice: no value moves to another round.
func TestMissing(t *testing.T) {
	run := resultstest.Run{Rounds: 7, Levels: []string{"v3"}}
	whole := run.String()
	full := mustParse(t, whole)
	run.Lacks = func(c grid.Cell, _ string, round int) bool { return (len(c.Technique)+round)%5 == 0 } // a fifth of all values
	lines := strings.SplitAfter(whole, "\n")
	for what, text := range map[string]string{"unclean": run.String(), "stopped": strings.Join(lines[:len(lines)-40], "")} {
		f := mustParse(t, text)
		missing := 0
		for i := range f.Tables {
			for _, s := range f.Tables[i].Series {
				was := full.Tables[i].Find(s.Row())
				if len(s.Values) != len(was.Values) {
					t.Fatalf("%s: %v has %d values", what, s.Cell, len(s.Values))
				}
				for k, v := range s.Values {
					if math.IsNaN(v) {
						missing++
					} else if v != was.Values[k] {
						t.Fatalf("%s: %v has %v in round %d, want %v", what, s.Cell, v, k+1, was.Values[k])
					}
				}
			}
		}
		if missing == 0 || !strings.Contains(f.Missing, fmt.Sprintf(", %d of ", missing)) || len(f.Notes) > 0 {
			t.Errorf("%s: %d missing, said %q, notes %q", what, missing, f.Missing, f.Notes)
		}
	}
}

// Tables are sorted by build, piece, mode and corpus.
func TestOrder(t *testing.T) {
	f := mustParse(t, resultstest.Run{Rounds: 1}.String())
	var got strings.Builder
	for _, table := range f.Tables[:37] { // all of v1: eight of each piece, as the rook's below, and 13 more of queens
		fmt.Fprintln(&got, table.Built, table.Piece, table.Mode, table.Corpus)
	}
	const want = `v1 rook throughput random4
v1 rook throughput random16
v1 rook throughput random32
v1 rook latency random4
v1 rook latency random16
v1 rook latency random32
v1 rook batch random16
v1 rook setwise sliders2
v1 bishop throughput random4
`
	if !strings.HasPrefix(got.String(), want) || !strings.HasSuffix(got.String(), "v1 queen setwise sliders2\nv1 queen incremental replay1\nv1 queen incremental replay4\nv1 queen incremental replay16\n"+
		"v1 queen incremental replay64\nv1 queen init stored\nv1 queen init searched\n") {
		t.Errorf("got\n%s", got.String())
	}
	if targets := f.Targets(); len(targets) != 4 || targets[3].Built.String() != "v4" {
		t.Errorf("targets %+v", targets)
	}
	if highest := f.Highest(); len(highest) != 1 || highest[0].Built.String() != "v4" {
		t.Errorf("highest levels %+v", highest)
	}
}

// A build with an experiment is never the highest level, wherever it stands among the others.
func TestHighestIsNoExperiment(t *testing.T) {
	// at returns a file with a value at a level.
	at := func(level string) string {
		return strings.Replace(head, "goamd64: v3", "goamd64: "+level, 1) + line("1")
	}
	for _, c := range []struct {
		levels []string // in the order of the file
		want   string
	}{
		{[]string{"v1", "v3", "v3+simd"}, "v3"},
		{[]string{"v3+simd", "v4", "v3"}, "v4"},
		{[]string{"v4+simd", "v4"}, "v4"},
		{[]string{"v3+simd"}, ""},
	} {
		var text strings.Builder
		for _, level := range c.levels {
			text.WriteString(at(level))
		}
		got := ""
		for _, target := range mustParse(t, text.String()).Highest() {
			got += target.Built.String()
		}
		if got != c.want {
			t.Errorf("%v: the highest is %q, want %q", c.levels, got, c.want)
		}
	}
}

// Read adds the record beside a raw file, if there is one, and refuses a damaged record.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	if _, err := results.Read(path); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "cannot read result file ") {
		t.Errorf("no file: %v", err)
	}
	write(t, path, head+line("1"))
	f, err := results.Read(path)
	if err != nil || f.Revision() != "commit unknown" {
		t.Fatalf("without circumstances: %v, %v", f, err)
	}
	beside := filepath.Join(dir, "a.json")
	write(t, beside, `{"commit": "0123456789abcdef", "dirty": true, "toolchain": "go1.26.8", "load": [1, 2], "runner": "a service"}`)
	f, err = results.Read(path)
	if err != nil || f.Revision() != "commit 0123456789ab (dirty)" || f.Toolchain != "go1.26.8" || !strings.Contains(strings.Join(f.Notes, "; "), "measured on a service: ") {
		t.Errorf("with circumstances: %+v, %v", f, err)
	}
	write(t, beside, `{"commit": 1}`)
	if _, err = results.Read(path); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("bad circumstances: %v", err)
	}
	write(t, beside, `{"timerStep": 100}`)
	if _, err = results.Read(path); err != nil {
		t.Errorf("a fine clock: %v", err)
	}
	write(t, beside, `{"timerStep": 15625000}`) // 64 steps a second, as some systems have
	if _, err = results.Read(path); err == nil || !strings.Contains(err.Error(), "a.json: the clock moves in steps of 15.625ms") {
		t.Errorf("a coarse clock: %v", err)
	}
}

// write writes a file, and its folder if that is missing. It serves the tests of all files.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Sizes are in KiB up to 4 MiB, with four digits at most.
func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "none", 1: "1 B", 1023: "1023 B", 1024: "1 KiB", 841 << 10: "841 KiB", 100000: "97.66 KiB", 4<<20 - 1024: "4095 KiB", 4 << 20: "4 MiB", 128<<20 + 1024: "128 MiB",
	} {
		if got := results.Bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "not said", 24 << 10: "not said, at least 24 KiB of data in the object"} {
		if got := (results.Size{TableBytes: n, SizeUnknown: true}).SizeText(); got != want {
			t.Errorf("unknown, %d: %q, want %q", n, got, want)
		}
	}
}

// Rows of a technique whose name stood for other code are left out.
func TestSuperseded(t *testing.T) {
	for commit, want := range map[string]bool{"d0500db36ec8": false, "0123456789ab": true} { // at the first, best was other code
		path := filepath.Join(t.TempDir(), "x.txt")
		for name, text := range map[string]string{path: resultstest.Run{Levels: []string{"v3"}}.String(), strings.TrimSuffix(path, ".txt") + ".json": `{"commit": "` + commit + `"}`} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		f, err := results.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if has := f.Tables[0].Find("best") != nil; has != want {
			t.Errorf("commit %s: best is there: %v", commit, has)
		}
	}
}

// A machine's name says which features were hidden, and whether a neighbour was beside; people read that in parentheses.
func TestMachineNames(t *testing.T) {
	for _, c := range []struct {
		target             results.Target
		name, short        string
		restricted, beside bool
	}{
		{results.Target{Machine: "amd-epyc-zen-4-vm"}, "amd-epyc-zen-4-vm", "Zen 4", false, false},
		{results.Target{Machine: "amd-epyc-zen-4-vm-beside-a-neighbour"}, "amd-epyc-zen-4-vm (beside a neighbour)", "Zen 4 (beside a neighbour)", true, true},
		{results.Target{Machine: "x-without-bmi2-gfni", Features: "avx2"}, "x (no bmi2, gfni)", "X (no bmi2, gfni)", true, false},
		{results.Target{Machine: "x-without-bmi2-beside-a-neighbour", Features: "baseline"}, "x (baseline; beside a neighbour)", "X (baseline; beside a neighbour)", true, true},
	} {
		x := c.target
		if x.MachineName() != c.name || x.ShortName() != c.short || x.Restricted() != c.restricted || x.Beside() != c.beside {
			t.Errorf("%s: %q, %q, %v, %v; want %+v", x.Machine, x.MachineName(), x.ShortName(), x.Restricted(), x.Beside(), c)
		}
	}
	if short := (results.Target{Machine: "amd-oxide-zen-5-vm"}).ShortName("Zen 5"); short != "Zen 5, oxide" {
		t.Errorf("a second one is %q", short)
	}
}
