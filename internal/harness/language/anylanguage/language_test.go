package anylanguage

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// tree makes a source tree that has a command as a technique named mine.
func tree(t *testing.T, g language.Guest) (root string) {
	t.Helper()
	root = t.TempDir()
	g.Name = "mine"
	text, err := json.Marshal(g)
	dir := filepath.Join(root, facts.Guest, "mine")
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, language.GuestFile("mine", extension)), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// A program in JavaScript is proved and timed where it answers and loops right, and refused where its loop leaves out work. The reference stands beside it.
func TestJavaScript(t *testing.T) {
	tiertest.Slow(t)
	defer hurry()()
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	if err := (inAny{}).Check(theBuild); err != nil {
		t.Skip("SKIP: ", err)
	}
	example, err := os.ReadFile("../../../../examples/protocol/attacks.js")
	if err != nil {
		t.Fatal(err)
	}
	const work, ready = "sum ^= lookup(squares[i], occs[i]);", "ready queen throughput latency"
	for _, c := range []struct{ before, after, says, lacks string }{ // text of the example, its replacement, the proof's error, and why the build lacks the cell
		{"", "", "", ""},
		{work, "sum ^= i % 2 ? lookup(squares[i], occs[i]) : 0n;", "the checksum of \"throughput queen\" over questions 0 to 4095 is ", ""},
		{ready, "ready queen latency", "", `"node attacks.js" offers no loop throughput`},
		{ready, "ready throughput latency", "", `"node attacks.js" has no lookup for queens`},
		{ready, "ready queen", "", `mine is proved only: "node attacks.js" offers no loop to time`},
	} {
		folder := t.TempDir()
		text := strings.Replace(string(example), c.before, c.after, 1)
		if c.before != "" && text == string(example) {
			t.Fatalf("the example has no %q", c.before)
		}
		if err := os.WriteFile(filepath.Join(folder, "attacks.js"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		root := tree(t, language.Guest{Path: folder, Command: "node attacks.js"})
		cell := grid.Cell{Technique: "mine", Piece: board.Queen, Mode: "throughput", Corpus: grid.DefaultCorpus}
		all, err := guests(root)
		if err != nil || len(all) != 1 {
			t.Fatalf("%v, %v", all, err)
		}
		if err := lacks(all, cell, false); c.lacks == "" && err != nil || !strings.Contains(fmt.Sprint(err), c.lacks) {
			t.Errorf("lacks %v, want %q", err, c.lacks)
		}
		if c.lacks != "" {
			continue
		}
		p := started(t, root)
		exams := workload.Corpora{Questions: 4096, Seed: 1}
		w, err := prove(&exams, p.Code(&techniques.Entry{Facts: facts.Facts{Name: "mine"}}), cell)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if sum := w.Do(0, w.Units); w.CheckSum(sum) != nil || w.Spent() < 1000 { // thousands of lookups take more than a microsecond
			t.Errorf("%v after %v ns", w.CheckSum(sum), w.Spent())
		}
		reference, err := techniques.Find("fancymagic")
		if err == nil {
			w, err = prove(&exams, p.Code(reference[0]), grid.Cell{Technique: "fancymagic", Piece: board.Queen, Mode: "latency", Corpus: grid.DefaultCorpus})
		}
		if err != nil || w.Spent() != 0 { // slidebench itself times the reference
			t.Errorf("the reference is not this program's: %v", err)
		}
	}
}

// started starts the programs of a source tree.
func started(t *testing.T, root string) language.Program {
	t.Helper()
	o, err := inAny{}.Compile(t.Context(), theBuild, language.Source{Root: root, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	path, err := o.Link(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := inAny{}.Start(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// A program in Python is timed where its deltas and its loop of deltas are right, and refused where one list is wrong, or its loop leaves out moves. The reference stands beside it.
func TestDeltas(t *testing.T) {
	tiertest.Slow(t)
	defer hurry()()
	_, err := exec.LookPath("python3")
	tiertest.Need(t, "python3", err)
	if err := (inAny{}).Check(theBuild); err != nil {
		t.Skip("SKIP: ", err)
	}
	example, err := os.ReadFile("../../../../examples/protocol/threats.py")
	if err != nil {
		t.Fatal(err)
	}
	const loop, kings, ready = "in moves[first:last]:", ` and men[square] not in "Kk"`, "ready threats throughput"
	cell := grid.Cell{Technique: "mine", Piece: board.Queen, Mode: "threats", Corpus: grid.DefaultDeltas}
	for _, c := range []struct{ before, after, says, lacks string }{ // as in TestJavaScript
		{},
		{loop, "in moves[first : last - 1]:", `the checksum of "throughput threats" over questions 0 to 63 is `, ""},
		{kings, "", " for the threats of ", ""},
		{ready, "ready threats", "", `mine is proved only: "python3 threats.py" offers no loop to time`},
		{ready, "ready throughput", "", `"python3 threats.py" offers no threats`},
	} {
		folder := t.TempDir()
		text := strings.Replace(string(example), c.before, c.after, 1)
		if c.before != "" && text == string(example) {
			t.Fatalf("the example has no %q", c.before)
		}
		if err := os.WriteFile(filepath.Join(folder, "threats.py"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		root := tree(t, language.Guest{Path: folder, Command: "python3 threats.py", Threats: "-"}) // any text: a command lists threats
		all, err := guests(root)
		if err != nil {
			t.Fatal(err)
		}
		if err := lacks(all, cell, false); c.lacks == "" && err != nil || !strings.Contains(fmt.Sprint(err), c.lacks) {
			t.Errorf("lacks %v, want %q", err, c.lacks)
		}
		if c.lacks != "" {
			continue
		}
		p, exams := started(t, root), workload.Corpora{Questions: 256, Seed: 1} // 64 moves: a fourth of the questions
		w, err := prove(&exams, p.Code(&techniques.Entry{Facts: facts.Facts{Name: "mine"}}), cell)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if sum := w.Do(0, 10) ^ w.Do(10, w.Units); w.Units != 64 || w.CheckSum(sum) != nil || w.Spent() < 1000 { // in parts, as slices are timed
			t.Errorf("%d moves: %v after %v ns", w.Units, w.CheckSum(sum), w.Spent())
		}
		reference, err := techniques.Find("fancymagic")
		if err == nil {
			_, err = prove(&exams, p.Code(reference[0]), cell)
		}
		if err != nil {
			t.Errorf("the reference: %v", err)
		}
	}
}

// prove proves a cell. A failure of the program is an error.
func prove(x *workload.Corpora, code workload.Code, c grid.Cell) (w *workload.Workload, err error) {
	defer workload.Recover(&err)
	return x.Prove(code, c)
}

// The build has programs and the reference, in modes throughput and latency, or threats where programs list threats.
func TestLacks(t *testing.T) {
	all := map[string]language.Guest{"mine": {Name: "mine", Command: "false"}} // false ends at once
	deltas := map[string]language.Guest{"mine": {Name: "mine", Command: "false", Threats: "-"}}
	for _, c := range []struct {
		cell      grid.Cell
		reference bool
		says      string
	}{
		{grid.Cell{Technique: "fancymagic", Mode: "threats"}, true, "has no loop for"},
		{grid.Cell{Technique: "fancymagic"}, true, "<nil>"},
		{grid.Cell{Technique: "fancymagic", Mode: "latency"}, true, "<nil>"},
		{grid.Cell{Technique: "fancymagic", Mode: "both"}, true, "has no loop for"},
		{grid.Cell{Technique: "magic", Mode: "latency"}, false, "the reference alone"},
		{grid.Cell{Technique: "mine", Mode: "search"}, false, "has no loop for"},
		{grid.Cell{Technique: "mine"}, false, `"false" ends before it writes the line "ready"`},
	} {
		if err := lacks(all, c.cell, c.reference); !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%v: %v, want %q", c.cell, err, c.says)
		}
	}
	// Techniques in Go are asked for as the reference.
	for cell, says := range map[string]string{"fancymagic throughput": "has no loop for", "fancymagic threats": "<nil>", "magic threats": "has deltas by fancymagic alone", "mine latency": "has no loop for"} {
		name, asked, _ := strings.Cut(cell, " ")
		if err := lacks(deltas, grid.Cell{Technique: name, Mode: mode.Mode(asked)}, name != "mine"); !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("deltas, %s: %v, want %q", cell, err, says)
		}
	}
	if err := (inAny{}).Check(build.Must("command-v3")[0]); err == nil || !strings.Contains(err.Error(), `unknown build "command-v3"`) {
		t.Error(err)
	}
}
