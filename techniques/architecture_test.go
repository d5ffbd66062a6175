package techniques_test

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
)

const module = "github.com/slidebench/slidebench/"

// list returns the lines of go list.
func list(t *testing.T, args ...string) []string {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to list packages: ", err)
	}
	out, err := exec.Command(goTool, append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// imports returns what each package of the module imports of the module, and whether it imports testing, its tests not counted.
func imports(t *testing.T) map[string][]string {
	packages := map[string][]string{}
	// -e: a package that does not build is another test's business.
	for _, line := range list(t, "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"...") {
		fields := strings.Fields(line)
		ours := []string{}
		for _, path := range fields[1:] {
			if path == "testing" {
				ours = append(ours, path)
			} else if path+"/" == module {
				ours = append(ours, top)
			} else if folder, ok := strings.CutPrefix(path, module); ok {
				ours = append(ours, folder)
			}
		}
		packages[strings.TrimPrefix(fields[0], module)] = ours
	}
	return packages
}

// forTests reports whether a package is for tests only.
func forTests(folder string) bool { return strings.HasSuffix(folder, "test") }

// storeys are the rooms of harness, from the ground up: each imports only rooms below its own.
var storeys = [][]string{
	{"stats", "machine", "bind", "build", "grid", "source"}, {"digest"}, {"results", "measure", "corpus", "bmf"}, {"runs", "workload", "report"}, {"verify", "plot", "protocol"}, {"language"}, {"run", "study"},
	{"guard", "noise", "guest", "engines", "bundle"},
}

// top is the package at the module's root, which has the tree's sources.
const top = "."

// lower reports whether a room of harness stands below another one, or is none, or is the same: rooms have programs that write their data.
func lower(folder, imported string) bool {
	if parts := strings.Split(folder, "/"); len(parts) > 2 && within(imported, strings.Join(parts[:2], "/")) {
		return true
	}
	storey := func(folder string) int {
		return slices.IndexFunc(storeys, func(rooms []string) bool {
			return slices.ContainsFunc(rooms, func(room string) bool { return within(folder, "harness/"+room) })
		})
	}
	return !within(imported, "harness") || storey(imported) < storey(folder) || strings.HasSuffix(folder, "test")
}

// atop reports whether a package of internal stands above harness. The others stand below everything.
func atop(folder string) bool {
	return within(folder, "internal/pages") || within(folder, "internal/command")
}

func within(folder, room string) bool { return folder == room || strings.HasPrefix(folder, room+"/") }

// Arrows point one way: board, techniques' own packages, techniques, harness, cmd.
func TestArrows(t *testing.T) {
	packages := imports(t)
	for _, mustBeThere := range []string{"board", "magic", "pext/softpext", "techniques", "techniques/conform", "techniques/mode", "techniques/techniquestest", "harness/run"} {
		if packages[mustBeThere] == nil {
			t.Fatalf("no package %s in the list", mustBeThere)
		}
	}
	forbid := func(folder string, allowed func(imported string) bool) {
		for _, imported := range packages[folder] {
			if !allowed(imported) {
				t.Errorf("%s imports %s", folder, imported)
			}
		}
	}
	families := families()
	for folder := range packages {
		if !forTests(folder) {
			forbid(folder, func(imported string) bool { return !forTests(imported) })
		}
		if folder != "harness/language/all" {
			// Languages are known by one list.
			forbid(folder, func(imported string) bool {
				return !within(imported, "harness/language") || imported == "harness/language" || within(folder, imported) || imported == "harness/language/all"
			})
		}
		room, _, _ := strings.Cut(folder, "/")
		switch {
		case room == "board":
			forbid(folder, func(string) bool { return false })
		case room == "engine":
			// Only the package that builds replace knows a technique.
			forbid(folder, func(imported string) bool {
				return imported == "board" || within(imported, "engine") || folder == "engine/sliders" && families[imported]
			})
		case folder == "techniques/mode", folder == "techniques/conform":
			forbid(folder, func(imported string) bool { return imported == "board" })
		case folder == "techniques/facts":
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == top || imported == "internal/feature"
			})
		case folder == "techniques/techniquestest":
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "techniques/conform" || imported == "internal/tiertest" || imported == "testing"
			})
		case within(folder, "magic/search"):
			forbid(folder, func(imported string) bool {
				return imported == "board" || within(imported, "magic/search") ||
					imported == "internal/atomicfile" || imported == "internal/input" || imported == "internal/names" || imported == "internal/licence"
			})
		case room == "best":
			forbid(folder, func(imported string) bool {
				family, _, _ := strings.Cut(imported, "/")
				return imported == "board" || families[family] && family != "best"
			})
		case families[room] && forTests(folder):
			// What the tests of a family have in common.
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "techniques/conform" || within(imported, room)
			})
		case families[room]:
			// Whoever copies the folder and board into an engine has all that it takes.
			forbid(folder, func(imported string) bool { return imported == "board" || within(imported, room) })
		case room == "techniques":
			forbid(folder, func(imported string) bool {
				return imported != "testing" && !within(imported, "engine") && !within(imported, "harness") && !within(imported, "cmd")
			})
		case folder == "cmd/measure":
			// It is linked in every round, and what it has beside the techniques is garbage to collect before each benchmark.
			forbid(folder, func(imported string) bool {
				return imported == "harness/run" || imported == "harness/language"
			})
		case room == "harness":
			forbid(folder, func(imported string) bool { return !within(imported, "cmd") && !atop(imported) })
			forbid(folder, func(imported string) bool { return lower(folder, imported) })
		case room == "internal" && atop(folder):
			forbid(folder, func(imported string) bool { return !within(imported, "cmd") })
		case room == "internal":
			// Small tools that every floor may use.
			forbid(folder, func(imported string) bool {
				return within(imported, "internal") && !atop(imported) || imported == "testing"
			})
		}
	}
}

// Who has compiled nothing yet waits for what the command links: packages of a network take a good part of that time.
func TestLinksNoNetwork(t *testing.T) {
	for _, folder := range []string{"cmd/slidebench", "cmd/findmagic"} {
		if slices.Contains(list(t, "-deps", module+folder), "net/http") {
			t.Errorf("%s links net/http (go mod why -m and go list -deps tell by what)", folder)
		}
	}
}

// Large tables are not filled by every command's start. A technique that other packages ask itself, and not through the catalogue's
// entry, is filled before them.
func TestLargeTablesAreFilledOnDemand(t *testing.T) {
	asked := map[string]string{}
	for folder, imported := range imports(t) {
		for _, i := range imported {
			if folder != "techniques" {
				asked[i] = folder
			}
		}
	}
	large := 0
	for _, e := range techniques.Catalogue() {
		files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(e.Folder()), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no Go files (%v)", e.Folder(), err)
		}
		onDemand := slices.ContainsFunc(files, func(file string) bool {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Contains(source, []byte("board.AtStart("))
		})
		if by := asked[e.Folder()]; by != "" && onDemand {
			t.Errorf("%s fills its tables by board.AtStart (want board.Must: %s asks it)", e.Folder(), by)
		}
		if n := e.TableBytes(board.Queen); n > 1<<20 {
			if large++; !onDemand {
				t.Errorf("%s fills %d bytes at every program's start (want board.AtStart)", e.Folder(), n)
			}
		}
	}
	if large < 5 {
		t.Errorf("%d techniques have large tables (want at least 5)", large)
	}
}

// What the catalogue names and go generate has not seen is in no list.
func TestEveryTechniqueIsWired(t *testing.T) {
	for _, name := range techniques.Unwired() {
		t.Errorf("techniques/facts/catalogue.go has %s, and techniques/wiring_gen.go has not: run go generate ./...", name)
	}
}

// families returns the folders of the catalogue's families.
func families() map[string]bool {
	families := map[string]bool{}
	for _, e := range techniques.Catalogue() {
		families[e.Family] = true
	}
	return families
}

// A technique that nobody has put into the catalogue would be proved and never measured.
func TestEveryTechniqueIsInTheCatalogue(t *testing.T) {
	families, folders := families(), []string{}
	for _, e := range techniques.Catalogue() {
		folders = append(folders, e.Folder())
	}
	for folder := range imports(t) {
		room, _, _ := strings.Cut(folder, "/")
		if !families[room] || strings.Contains(folder, "/internal/") || within(folder, "magic/search") || folder == "pext/slowpext" {
			continue // no technique
		}
		if !slices.Contains(folders, folder) && !slices.Contains(techniques.Unwired(), path.Base(folder)) {
			t.Errorf("techniques/facts/catalogue.go wants a line for folder %s: {Name: %q, Family: %q, People: ..., Source: ...}",
				folder, path.Base(folder), path.Dir(folder))
		}
	}
}
