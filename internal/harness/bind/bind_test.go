package bind_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/bind"
	"github.com/slidebench/slidebench/internal/harness/language"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// root is the source tree.
const root = "../../.."

// bound describes techniques for Overlay.
func bound(entries []*techniques.Entry) (all []bind.Technique) {
	for _, e := range entries {
		all = append(all, bind.Of(e))
	}
	return all
}

// nothingLeft checks that an overlay has written no file into the source tree.
func nothingLeft(t *testing.T) {
	t.Helper()
	for _, virtual := range []string{"internal/engine/with", source.Main + "/engines_overlay.go"} {
		if _, err := os.Lstat(filepath.Join(root, virtual)); !os.IsNotExist(err) {
			t.Errorf("%s is in the tree: %v", virtual, err)
		}
	}
}

// A tree without an engine gets no overlay and no files.
func TestTreeWithoutEngine(t *testing.T) {
	tree, folder := t.TempDir(), t.TempDir()
	overlay, err := bind.Overlay(tree, source.Main, folder, []bind.Technique{{Name: "x", Package: "x"}})
	if overlay != "" || err != nil {
		t.Errorf("got %q, %v, want nothing", overlay, err)
	}
	for _, dir := range []string{tree, folder} {
		if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
			t.Errorf("files %v are written, %v", files, err)
		}
	}
}

// Overlay returns an error if the folder for its files is missing.
func TestOverlayNeedsItsFolder(t *testing.T) {
	if overlay, err := bind.Overlay(root, source.Main, filepath.Join(t.TempDir(), "missing"), []bind.Technique{{Name: "x", Package: "x"}}); err == nil {
		t.Errorf("got %q, want an error", overlay)
	}
}

// An overlay replaces no file of the tree. It adds a package of the engine's sources, without tests, and a package sliders for each technique.
func TestOverlay(t *testing.T) {
	all, err := techniques.Find("fancymagic", "koggestone", "pext", "wordboard") // with single lookups alone, with sets, with Both, and with a state
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, techniques.Controls()[0]) // noop, the first of them, which has a function Threats
	overlay, err := bind.Overlay(root, source.Main, t.TempDir(), bound(all))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(overlay)
	if err != nil {
		t.Fatal(err)
	}
	var files struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	tree, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]int{}
	for at, from := range files.Replace {
		name, err := filepath.Rel(tree, at)
		if err != nil {
			t.Fatal(err)
		}
		packages[filepath.ToSlash(filepath.Dir(name))]++
		if _, err := os.Lstat(at); !os.IsNotExist(err) || strings.HasSuffix(at, "_test.go") {
			t.Errorf("%s is replaced: %v", name, err)
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(text), `"github.com/slidebench/slidebench/internal/engine/sliders"`) {
			t.Errorf("%s imports the sliders of the plain engine", name)
		}
		if filepath.Base(at) == "threats.go" && strings.Contains(string(text), "technique.Threats(") != strings.Contains(name, "noop") {
			t.Errorf("%s is\n%s", name, text)
		}
	}
	sources, err := filepath.Glob(filepath.Join(root, "internal/engine/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	sources = slices.DeleteFunc(sources, func(name string) bool {
		return strings.HasSuffix(name, "_test.go") || filepath.Base(name) == "bystate.go"
	})
	want := map[string]int{source.Main: 1}
	for _, e := range all {
		want["internal/engine/with/"+e.Name], want["internal/engine/with/"+e.Name+"/sliders"] = len(sources), 1
		if e.ThreatStateCheck() != nil {
			want["internal/engine/with/"+e.Name]-- // one file in place of two
		}
	}
	for name := range packages {
		if packages[name] != want[name] {
			t.Errorf("%d files in %s, want %d", packages[name], name, want[name])
		}
	}
	if len(packages) != len(want) {
		t.Errorf("packages %v, want %v", packages, want)
	}
	nothingLeft(t)
}

// The engine bound to any technique counts right: in make test one technique in six, three plies deep; in make check all techniques, four plies. The compiler inlines
// lookups into the engine if the catalogue says so.
func TestBoundEngines(t *testing.T) {
	tiertest.Slow(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command to build: ", err)
	}
	var all []*techniques.Entry
	for _, e := range techniques.Catalogue() {
		if e.Bindable() {
			all = append(all, e)
		}
	}
	all = tiertest.Sample(all, 6)
	depth := 3
	if tiertest.Minutes() {
		depth = 4
	}
	t.Setenv("GOAMD64", "v1")                    // go tool objdump loses its way among the BMI2 instructions of higher levels
	byState, err := techniques.Find("wordboard") // not in all, since the engine asks it only for deltas
	if err != nil {
		t.Fatal(err)
	}
	program, err := (&language.Builder{Source: language.Source{Root: root, Folder: t.TempDir(), Engines: append(byState, all...)}}).Program(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	nothingLeft(t)
	if runtime.GOARCH == "amd64" { // whose instructions calls reads
		inlined(t, program, all)
	}
	for _, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			if err := e.Available(); err != nil {
				t.Skip(err)
			}
			// Outside of a checkout the program cannot build itself anew.
			cmd := exec.Command(program, "perft", "--technique", e.Name, "--depth", fmt.Sprint(depth))
			cmd.Dir = t.TempDir()
			out, err := cmd.CombinedOutput()
			// perft counts in six positions, to each depth.
			if right := strings.Count(string(out), "right"); err != nil || right != 6*depth {
				t.Errorf("%v, %d right counts, want %d:\n%s", err, right, 6*depth, out)
			}
		})
	}
}

// inlined checks that the engine's code with each technique calls no lookup of which the catalogue says that it is inlined. It says nothing of functions for moves.
func inlined(t *testing.T, program string, all []*techniques.Entry) {
	called := calls(t, program)
	for _, e := range all {
		if !called[e.Name]["internal/engine/with/"+e.Name+".look(SB)"] { // look finds checks and pins, and is too large to be inlined
			t.Errorf("no code of the engine with %s is found", e.Name)
		}
		for callee := range called[e.Name] {
			inlines := e.Inlines[board.Rook] && e.Inlines[board.Bishop] && e.Inlines[board.Queen]
			if strings.HasPrefix(callee, "internal/engine/with/"+e.Name+"/") || inlines && strings.HasPrefix(callee, e.Folder()+".") && !strings.HasSuffix(callee, "Moves(SB)") {
				t.Errorf("the engine with %s calls %s; the catalogue says that all lookups are inlined: %v", e.Name, callee, inlines)
			}
		}
	}
}

// Lines of go tool objdump: the beginning of a function of a bound engine, and a call of a function of this module.
var (
	boundCode = regexp.MustCompile(`^TEXT \S+/slidebench/internal/engine/with/(\w+)\.`)
	call      = regexp.MustCompile(`\tCALL github\.com/slidebench/slidebench/(\S+)`)
)

// calls returns, by a technique's name, the functions of this module that the engine bound to it calls.
func calls(t *testing.T, program string) (called map[string]map[string]bool) {
	out, err := exec.Command("go", "tool", "objdump", "-s", "/engine/with/", program).Output()
	if err != nil {
		t.Fatal(err)
	}
	called = map[string]map[string]bool{}
	var in map[string]bool
	for line := range strings.Lines(string(out)) {
		if is := boundCode.FindStringSubmatch(line); is != nil {
			if called[is[1]] == nil {
				called[is[1]] = map[string]bool{}
			}
			in = called[is[1]]
		} else if is := call.FindStringSubmatch(line); is != nil {
			in[is[1]] = true
		}
	}
	return called
}
