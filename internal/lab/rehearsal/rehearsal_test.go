package rehearsal

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/guard"
	_ "github.com/slidebench/slidebench/internal/harness/language/all" // whose builds guards ask for
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/overlay"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Outcomes are read as they were written, and damaged files are refused by their line.
func TestOutcomes(t *testing.T) {
	all := []Outcome{
		{Started: time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC), Commit: "abc", Rehearsal: "equal", Cells: 536, Rounds: 18, Took: 91 * time.Second},
		{Started: time.Date(2026, 11, 24, 21, 0, 0, 0, time.UTC), Commit: "abc", Rehearsal: "whole", Technique: "magic", Cells: 535, Rounds: 18,
			Took: 2 * time.Minute, Disturbed: 0.125, Found: true, Blamed: []string{"technique=pext", "technique=rays/piece=rook"}, Unmeasured: 1},
	}
	var b bytes.Buffer
	if err := Write(&b, all); err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(b.Bytes()))
	if err == nil && len(got) == 2 && len(got[0].Blamed) == 0 {
		got[0].Blamed = nil // as it was written; Read makes an empty list
	}
	if err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("%+v, %v, want %+v", got, err, all)
	}
	for _, c := range []struct{ old, new, want string }{ // want: a part of the error
		{"started", "began", "first line"}, {"whole", "half", "line 3"}, {"536", "-1", "line 2"}, {"0.125", "1.25", "line 3"},
		{"0.125", "NaN", "line 3"}, {"true", "yes", "line 3"}, {"2026-11-24T20", "2026-13-24T20", "line 2"}, {",magic", "", "line 3"},
	} {
		if _, err := Read(strings.NewReader(strings.Replace(b.String(), c.old, c.new, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// A text that Read accepts is read again after Write.
func FuzzRead(f *testing.F) {
	f.Add(strings.Join(columns, ",") + "\n2026-11-24T20:00:00Z,abc,equal,,536,18,91,0.1,false,,0\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, all); err != nil {
			t.Fatal(err)
		}
		if again, err := Read(&b); err != nil || len(again) != len(all) {
			t.Errorf("%q was read, and is not once it is written anew: %v", text, err)
		}
	})
}

// A regression of the slower technique counts as found, and any other as blamed.
func TestAnswer(t *testing.T) {
	judged := func(technique string, slower bool) guard.Judgement {
		return guard.Judgement{Cell: grid.Cell{Technique: technique, Piece: board.Rook, Mode: "latency", Corpus: "random16"}, Slower: slower}
	}
	c := &guard.Comparison{Cells: []guard.Judgement{judged("magic", true), judged("pext", true), judged("rays", false)}, Rounds: 18, Disturbed: 0.5}
	for _, technique := range []string{"magic", "rays", ""} {
		o := Outcome{Technique: technique}
		o.answer(c)
		blamed := 2
		if technique == "magic" {
			blamed = 1
		}
		if o.Found != (technique == "magic") || len(o.Blamed) != blamed || o.Cells != 3 || o.Rounds != 18 || o.Disturbed != 0.5 {
			t.Errorf("%q slower: %+v", technique, o)
		}
	}
}

// Every technique that is guarded may be drawn, and neither the reference nor a control.
func TestDrawn(t *testing.T) {
	g := guard.Guard{Setup: run.Setup{Reference: "fancymagic"}, Selection: run.Selection{Techniques: []string{"magic", "quintessence"}}}
	names := map[string]int{}
	for g.Seed = range 40 {
		name, err := drawn(&g)
		if err != nil {
			t.Fatal(err)
		}
		names[name]++
	}
	if len(names) != 2 || names["magic"] == 0 || names["quintessence"] == 0 {
		t.Errorf("drawn: %v", names)
	}
	g.Techniques = []string{"fancymagic"}
	if name, err := drawn(&g); err == nil {
		t.Errorf("%s is drawn of nothing", name)
	}
}

// A guard finds the technique that is made slower in a real tree, blames no other, and finds nothing in an equal tree.
func TestRehearse(t *testing.T) {
	tiertest.Long(t)
	g := guard.Guard{
		Setup:     run.Setup{Reference: "fancymagic", Questions: 1 << 12, Seed: 1, Time: time.Millisecond, CPU: 0},
		Selection: run.Selection{Techniques: []string{"quintessence"}, Pieces: []string{"rook"}, Modes: []string{"throughput"}},
		Progress:  func(int, int) {}, Logf: t.Logf,
	}
	for _, kind := range []Kind{{Name: "equal", Threshold: guard.UsualThreshold}, {Name: "named", Named: true, Times: 1.5, Threshold: 0.2}} {
		o, err := Rehearse(t.Context(), g, kind, "HEAD")
		if err != nil {
			t.Fatal(err)
		}
		if o.Unmeasured > 0 {
			t.Skipf("this machine is too disturbed: %d cells without clean slices", o.Unmeasured)
		}
		if o.Found != (kind.Times > 0) || len(o.Blamed) > 0 {
			t.Errorf("%+v", o)
		}
	}
}

// In a tree with the file of a slower technique, its slices take so many times as long, and those of others as long as before.
func TestSlower(t *testing.T) {
	tiertest.Slow(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command: ", err)
	}
	hook, err := filepath.Abs(filepath.Join("..", "..", "..", filepath.FromSlash(planted)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, replaced := filepath.Join(dir, "slower.go"), filepath.Join(dir, "overlay.json")
	if err := cmp.Or(os.WriteFile(file, slower("magic", 100), 0o666), overlay.Write(replaced, dir, map[string]string{hook: file})); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-overlay="+replaced, "-run=^TestPlanted$", "-count=1", filepath.Dir(hook))
	cmd.Env = append(os.Environ(), "SLIDEBENCH_PLANTED=magic") // the technique that TestPlanted expects to be slower
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
