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

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

const module = "github.com/slidebench/slidebench/"

// list returns the lines that go list prints. Tests of rooms use it, module and imports, too.
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

// imports returns, for the folder of each package, the folders of the module's packages that it imports, and "testing"; imports of tests do not count.
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

// top is the package at the module's root, which has the tree's sources.
const top = "."

// storeys lists the packages of harness, and those that build on them, from the ground up: each imports only packages on storeys below its own.
var storeys = [][]string{
	{"harness/stats", "harness/machine", "harness/bind", "harness/build", "harness/grid", "harness/source"},
	{"harness/digest"},
	{"harness/measure", "harness/corpus", "harness/bmf"},
	{"harness/results"},
	{"harness/runs", "harness/workload", "harness/report"},
	{"harness/verify", "harness/plot"},
	{"harness/language"},
	{"harness/run", "harness/cards", "engines/study"},
	{"harness/guard", "lab/noise", "guest", "engines", "harness/bundle"},
}

// storey returns the storey of a folder, -1 for a folder on none.
func storey(folder string) int {
	return slices.IndexFunc(storeys, func(packages []string) bool {
		return slices.ContainsFunc(packages, func(name string) bool { return within(folder, "internal/"+name) })
	})
}

// lower reports whether a package on a storey may import another: one on a lower storey or on none, or, for a program that writes a package's data, that package.
// Packages for tests may import all.
func lower(folder, imported string) bool {
	if parts := strings.Split(folder, "/"); parts[1] == "harness" && len(parts) > 3 && within(imported, strings.Join(parts[:3], "/")) {
		return true
	}
	return storey(imported) < storey(folder) || strings.HasSuffix(folder, "test")
}

// atop reports whether a package of internal is above harness.
func atop(folder string) bool {
	return within(folder, "internal/lab/pages") || within(folder, "internal/cli")
}

// tool reports whether a package of internal is a small tool that every package may import.
func tool(folder string) bool {
	if !within(folder, "internal") || atop(folder) {
		return false
	}
	for _, other := range []string{"engine", "engines", "findmagic", "guest", "harness", "lab", "scaffold", "ondemand", "tablestest", "techniques"} {
		if within(folder, "internal/"+other) {
			return false
		}
	}
	return true
}

// within reports whether a folder is another one, or below it.
func within(folder, above string) bool {
	return folder == above || strings.HasPrefix(folder, above+"/")
}

// Arrows point one way: board, techniques' own packages, techniques, harness, cmd.
func TestArrows(t *testing.T) {
	packages := imports(t)
	for _, mustBeThere := range []string{
		"board", "magic", "pext/softpext", "internal/scaffold", "internal/techniques", "techniques/conform", "internal/techniques/mode", "techniques/techniquestest", "internal/harness/run",
	} {
		if packages[mustBeThere] == nil {
			t.Fatalf("no package %s in the list", mustBeThere)
		}
	}
	forbid := func(folder string, allowed func(imported string) bool) { // all other imports of the folder
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
		const languages = "internal/harness/language"
		if folder != languages+"/all" { // the one list of all languages
			forbid(folder, func(imported string) bool {
				return !within(imported, languages) || imported == languages || within(folder, imported) || imported == languages+"/all"
			})
		}
		first, _, _ := strings.Cut(folder, "/") // a family's folder, or another one at the module's root
		switch {
		case first == "board", folder == "internal/ondemand/demand":
			forbid(folder, func(string) bool { return false })
		case folder == "internal/ondemand":
			forbid(folder, func(imported string) bool { return imported == "internal/ondemand/demand" })
		case folder == "internal/scaffold":
			forbid(folder, func(imported string) bool { return imported == "board" || imported == "internal/ondemand/demand" })
		case within(folder, "internal/engine"):
			// Only package sliders, which builds replace, knows a technique.
			forbid(folder, func(imported string) bool {
				return imported == "board" || within(imported, "internal/engine") || folder == "internal/engine/sliders" && families[imported]
			})
		case folder == "internal/techniques/mode", folder == "techniques/conform":
			forbid(folder, func(imported string) bool { return imported == "board" })
		case folder == "internal/techniques/facts":
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "internal/slidebench" || imported == "internal/feature"
			})
		case folder == "techniques/techniquestest":
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "techniques/conform" || imported == "internal/tiertest" || imported == "testing"
			})
		case folder == "internal/tablestest":
			// The internal tests of all techniques import it.
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "techniques/conform" || tool(imported) || imported == "testing"
			})
		case within(folder, "internal/findmagic"):
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "internal/scaffold" || within(imported, "internal/findmagic") ||
					imported == "internal/atomicfile" || imported == "internal/input" || imported == "internal/names" || imported == "internal/licence"
			})
		case first == "best":
			forbid(folder, func(imported string) bool {
				family, _, _ := strings.Cut(imported, "/")
				return imported == "board" || imported == "internal/scaffold" || families[family] && family != "best"
			})
		case families[first] && forTests(folder):
			// A package shared by the tests of a family.
			forbid(folder, func(imported string) bool {
				return imported == "board" || imported == "techniques/conform" || imported == "internal/tablestest" || within(imported, first)
			})
		case families[first]:
			// An engine needs no more than these folders, copied.
			forbid(folder, func(imported string) bool {
				return folder == "magic/internal/gen" && within(imported, "internal/findmagic") || imported == "board" || imported == "internal/scaffold" || imported == "internal/slowpext" || within(imported, first)
			})
		case within(folder, "internal/techniques"):
			forbid(folder, func(imported string) bool {
				return imported != "testing" && !within(imported, "internal/engine") && !within(imported, "internal/harness") && !within(imported, "cmd")
			})
		case folder == "cmd/measure":
			// It is linked anew in every round, so it links little.
			forbid(folder, func(imported string) bool {
				return imported == "internal/harness/run" || imported == "internal/harness/language"
			})
		case storey(folder) >= 0:
			forbid(folder, func(imported string) bool { return !within(imported, "cmd") && !atop(imported) })
			forbid(folder, func(imported string) bool { return storey(imported) < 0 || lower(folder, imported) })
		case atop(folder):
			forbid(folder, func(imported string) bool { return !within(imported, "cmd") })
		case tool(folder):
			forbid(folder, func(imported string) bool { return tool(imported) || imported == "testing" })
		}
	}
}

// Users of this module find only the promised packages: all others are below internal, or are commands.
func TestPublic(t *testing.T) {
	families := families()
	promised := []string{"board", "best", "techniques/conform", "techniques/techniquestest", "harness", "techniques"} // the last two export nothing
	for _, line := range list(t, "-f", "{{if .GoFiles}}{{.ImportPath}} {{.Name}}{{end}}", module+"...") {
		fields := strings.Fields(line)
		folder, _ := strings.CutPrefix(fields[0], module)
		first, _, _ := strings.Cut(folder, "/")
		switch internal := slices.Contains(strings.Split(folder, "/"), "internal"); {
		case internal, fields[1] == "main": // nobody else can import it
		case folder+"/" == module, slices.Contains(promised, folder), families[first]: // promised, or without exported names
		default:
			t.Errorf("anybody may import %s: put it below internal", folder)
		}
	}
}

// Only one package draws tables, so that all look alike.
func TestOnePackageDrawsTables(t *testing.T) {
	drawn := 0
	for _, line := range list(t, "-e", "-f", `{{.ImportPath}} {{join .Imports " "}} {{join .TestImports " "}}`, module+"...") {
		fields := strings.Fields(line)
		for _, imported := range fields[1:] {
			switch {
			case !strings.HasPrefix(imported, "github.com/jedib0t/go-pretty/") && imported != "text/tabwriter": // it draws no tables
			case fields[0] == module+"internal/columns":
				drawn++
			default:
				t.Errorf("%s imports %s (want internal/columns)", fields[0], imported)
			}
		}
	}
	if drawn == 0 {
		t.Error("nothing draws tables: the library has another name")
	}
}

// The command links no network packages, which would make the first compilation much longer.
func TestLinksNoNetwork(t *testing.T) {
	for _, folder := range []string{"cmd/slidebench", "cmd/findmagic"} {
		if slices.Contains(list(t, "-deps", module+folder), "net/http") {
			t.Errorf("%s links net/http (go mod why -m and go list -deps tell by what)", folder)
		}
	}
}

// No command fills large tables at its start. Only a technique that other packages call directly, not through the catalogue, is filled at start.
func TestLargeTablesAreFilledOnDemand(t *testing.T) {
	asked := map[string]string{} // a package that imports it directly, by folder
	for folder, all := range imports(t) {
		for _, imported := range all {
			if folder != "internal/techniques" {
				asked[imported] = folder
			}
		}
	}
	large := 0
	for _, e := range techniques.Catalogue() {
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(e.Folder()), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no Go files (%v)", e.Folder(), err)
		}
		onDemand := slices.ContainsFunc(files, func(file string) bool {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Contains(source, []byte("scaffold.AtStart("))
		})
		if by := asked[e.Folder()]; by != "" && onDemand && e.Name != best.Single { // whose tables best.Build fills
			t.Errorf("%s fills its tables by scaffold.AtStart (want scaffold.Must: %s asks it)", e.Folder(), by)
		}
		if n := e.TableBytes(board.Queen); n > 1<<20 {
			if large++; !onDemand {
				t.Errorf("%s fills %d bytes at every program's start (want scaffold.AtStart)", e.Folder(), n)
			}
		}
	}
	if large < 5 {
		t.Errorf("%d techniques have large tables (want at least 5)", large)
	}
}

// Every technique of the catalogue is wired: go generate has seen it.
func TestEveryTechniqueIsWired(t *testing.T) {
	for _, name := range techniques.Unwired() {
		t.Errorf("internal/techniques/facts/catalogue.go has %s, and internal/techniques/wiring_gen.go has not: run go generate ./internal/techniques", name)
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
		first, _, _ := strings.Cut(folder, "/")
		if !families[first] || strings.Contains(folder, "/internal/") {
			continue // no technique
		}
		if !slices.Contains(folders, folder) && !slices.Contains(techniques.Unwired(), path.Base(folder)) {
			t.Errorf("internal/techniques/facts/catalogue.go wants a line for folder %s: {Name: %q, Family: %q, People: ..., Source: ...}",
				folder, path.Base(folder), path.Dir(folder))
		}
	}
}
