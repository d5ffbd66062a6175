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

// nothingLeft sees that the bound packages are nowhere in the source tree.
func nothingLeft(t *testing.T) {
	t.Helper()
	for _, virtual := range []string{"engine/with", run.Main + "/engines_overlay.go"} {
		if _, err := os.Lstat(filepath.Join(root, virtual)); !os.IsNotExist(err) {
			t.Errorf("%s is in the tree: %v", virtual, err)
		}
	}
}

func TestTreeWithoutEngine(t *testing.T) {
	tree, folder := t.TempDir(), t.TempDir()
	overlay, err := bind.Overlay(tree, run.Main, folder, []bind.Technique{{Name: "x", Package: "x"}})
	if overlay != "" || err != nil {
		t.Errorf("got %q, %v, want nothing", overlay, err)
	}
	for _, dir := range []string{tree, folder} {
		if files, err := os.ReadDir(dir); len(files) > 0 || err != nil {
			t.Errorf("files %v are written, %v", files, err)
		}
	}
}

func TestOverlayNeedsItsFolder(t *testing.T) {
	if overlay, err := bind.Overlay(root, run.Main, filepath.Join(t.TempDir(), "missing"), []bind.Technique{{Name: "x", Package: "x"}}); err == nil {
		t.Errorf("got %q, want an error", overlay)
	}
}

// An overlay replaces nothing: it adds packages of the engine's sources, whose tests stay where they are.
func TestOverlay(t *testing.T) {
	all, err := techniques.Find("fancymagic", "koggestone", "pext")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := bind.Overlay(root, run.Main, t.TempDir(), run.Bound(all...))
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
		source, err := os.ReadFile(from)
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(source), `"github.com/slidebench/slidebench/engine/sliders"`) {
			t.Errorf("%s imports the sliders of the plain engine", name)
		}
	}
	sources, err := filepath.Glob(filepath.Join(root, "engine/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	sources = slices.DeleteFunc(sources, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	want := map[string]int{run.Main: 1}
	for _, e := range all {
		want["engine/with/"+e.Name], want["engine/with/"+e.Name+"/sliders"] = len(sources), 1
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

// The engine counts right with every technique that it can be bound to.
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
	program, err := (&run.Builder{Root: root, Folder: t.TempDir(), Engines: run.Bound(all...)}).Build(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	nothingLeft(t)
	for _, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			if err := e.Available(); err != nil {
				t.Skip(err)
			}
			// Outside of a checkout the program cannot build itself anew.
			cmd := exec.Command(program, "perft", "--technique", e.Name, "--depth", "4")
			cmd.Dir = t.TempDir()
			out, err := cmd.CombinedOutput()
			if right := strings.Count(string(out), "right"); err != nil || right != 6*4 {
				t.Errorf("%v, %d right counts, want 24:\n%s", err, right, out)
			}
		})
	}
}
