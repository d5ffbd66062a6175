package bind_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/bind"
	"github.com/slidebench/slidebench/harness/run"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

const root = "../.."

// bindable returns all techniques that the engine can be bound to, and the control twice.
func bindable() (all []*techniques.Entry) {
	return slices.DeleteFunc(slices.Concat(techniques.Catalogue(), techniques.Controls()), func(e *techniques.Entry) bool { return !e.Bindable() })
}

// The engine counts right with every technique: the six well-known positions to depth 4. One program has all of them.
func TestPerftOfAll(t *testing.T) {
	tiertest.Slow(t)
	all := bindable()
	if len(all) < 70 {
		t.Fatalf("%d techniques are too few", len(all))
	}
	b := run.Builder{Root: root, Folder: t.TempDir(), Engines: run.Bound(all...)}
	program, err := b.Build(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name == "twice" || e.Name == "walk" {
			continue // perft names techniques alone
		}
		out, err := exec.Command(program, "perft", "--technique", e.Name, "--depth", "4").CombinedOutput()
		if err != nil || strings.Count(string(out), "right  depth 4") != 6 {
			t.Errorf("%s: %v\n%s", e.Name, err, out)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "engine", "with")); err == nil {
		t.Error("the build has left packages in the tree")
	}
}

// An overlay has all source files of the engine for each technique, of which those that ask for attacks ask the technique's package.
func TestOverlay(t *testing.T) {
	folder := t.TempDir()
	file, err := bind.Overlay(root, run.Main, folder, []bind.Technique{
		{Name: "one", Package: "example.com/one"}, {Name: "two", Package: "example.com/two", Both: true, Sets: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		t.Fatal(err)
	}
	absolute, _ := filepath.Abs(root)
	read := func(path string) string {
		text, err := os.ReadFile(overlay.Replace[filepath.Join(absolute, path)])
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return string(text)
	}
	for _, c := range []struct{ path, has string }{
		{"engine/with/one/moves.go", `"github.com/slidebench/slidebench/engine/with/one/sliders"`},
		{"engine/with/two/evaluate.go", `"github.com/slidebench/slidebench/engine/with/two/sliders"`},
		{"engine/with/one/perft.go", "package engine"},
		{"engine/with/one/sliders/sliders.go", "return Rook(sq, occ), Bishop(sq, occ)"},
		{"engine/with/one/sliders/sliders.go", "Sets = false"},
		{"engine/with/two/sliders/sliders.go", "return technique.Both(sq, occ)"},
		{"engine/with/two/sliders/sliders.go", "return technique.Rooks(set, occ)"},
		{"cmd/slidebench/engines_overlay.go", `bound.Register("two", engine_two.Bound())`},
	} {
		if text := read(c.path); !strings.Contains(text, c.has) || strings.Contains(text, `slidebench/engine/sliders"`) {
			t.Errorf("%s: no %q, or the tree's own sliders, in\n%s", c.path, c.has, text)
		}
	}
	for path := range overlay.Replace {
		if strings.HasSuffix(path, "_test.go") {
			t.Errorf("the overlay has %s", path)
		}
	}
	if _, err := bind.Overlay(root, run.Main, folder, []bind.Technique{{Name: "older", Package: "github.com/slidebench/slidebench/classical/older"}}); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "older") {
		t.Error("the engine is bound to a technique that the tree does not have")
	}
	if file, err := bind.Overlay(t.TempDir(), run.Main, folder, nil); file != "" || err != nil {
		t.Errorf("a tree without an engine: %q, %v", file, err)
	}
}

// The compiler inlines a technique through package sliders into the engine: the bound engine calls no function of the technique.
func TestInlined(t *testing.T) {
	tiertest.Slow(t)
	entries, err := techniques.Find("fancymagic", "koggestone")
	if err != nil {
		t.Fatal(err)
	}
	b := run.Builder{Root: root, Folder: t.TempDir(), Engines: run.Bound(entries...)}
	program, err := b.Build(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	calls := func(name, of string) int {
		out, err := exec.Command("go", "tool", "objdump", "-s", `engine/with/`+name+`\.\(\*Moves\)\.generate$`, program).Output()
		if err != nil || len(out) == 0 {
			t.Skipf("no machine code to read here: %v", err)
		}
		return strings.Count(string(out), of)
	}
	if n := calls("fancymagic", "fancymagic.Rook("); n != 0 {
		t.Errorf("%d calls of fancymagic.Rook are left", n)
	}
	if n := calls("koggestone", "koggestone."); n == 0 {
		t.Error("koggestone, which is too long to be inlined, is not called: the calls are not seen")
	}
}
