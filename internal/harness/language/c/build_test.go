package c

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// root is the source tree.
const root = "../../../.."

// Builds of known compilers, levels and options are known, and others are refused in one line.
func TestKnown(t *testing.T) {
	for _, b := range build.Must("c-gcc", "c-clang", "c-gcc-v2", "c-clang-v4+vectorizer", "c-gcc+vectorizer", "c-gcc+calls") {
		if err := (Build{Build: b}).known(); err != nil {
			t.Error(err)
		}
	}
	for _, b := range build.Must("c", "c-icc", "c-gcc-v1", "c-gcc-v5", "c-gcc+simd", "c-gcc-v3-v4", "c-gcc+vectorizer+vectorizer", "c-gcc+calls+vectorizer") {
		if err := (inC{dialectC}).Check(b); err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "unknown build ") {
			t.Errorf("%v: %v", b, err)
		}
	}
}

// A compiler that is missing is named, and so is a system that there are no builds for.
func TestBuildsThatCannotBeMade(t *testing.T) {
	own := system
	defer func() { system = own }()
	b := By("clang")
	for _, c := range []struct{ system, path, says string }{ // path is PATH
		{"linux", t.TempDir(), "no clang in PATH, which build c-clang needs"},
		{"plan9", os.Getenv("PATH"), "build c-clang needs Linux, and this is plan9"},
	} {
		t.Setenv("PATH", c.path)
		system = c.system
		_, version := b.Version(t.Context(), nil)
		_, compiling := Compile(t.Context(), b, nil, root, t.TempDir())
		for _, err := range []error{inC{dialectC}.Check(b.Build), version, compiling} {
			if err == nil || err.Error() != c.says {
				t.Errorf("%v, want %q", err, c.says)
			}
		}
		if found, missing := (inC{dialectC}).Here(); len(found) > 0 || missing == nil {
			t.Errorf("%s: found %q, missing %v", c.system, found, missing)
		}
	}
}

// A build measures the cells for which its units have a loop, unless its level lacks the technique's features: pext needs BMI2, which v2 lacks; best has no header.
func TestMeasures(t *testing.T) {
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		build string
		cell  grid.Cell
		want  bool
	}{
		{"c-gcc", grid.Cell{Technique: "pext"}, true},
		{"c-gcc-v3", grid.Cell{Technique: "pext", Mode: "latency"}, true},
		{"c-gcc-v2", grid.Cell{Technique: "pext", Mode: "latency"}, false},
		{"c-gcc-v2", grid.Cell{Technique: "magic", Mode: "latency"}, true},
		{"c-gcc", grid.Cell{Technique: "rotated", Mode: "incremental"}, true},
		{"c-gcc", grid.Cell{Technique: "best"}, false},
	} {
		if got := (Build{Build: build.Must(c.build)[0]}).lacks(units, c.cell) == nil; got != c.want {
			t.Errorf("%s measures %+v: %v, want %v", c.build, c.cell, got, c.want)
		}
	}
}

// Every technique with published results has a header of C, but those with a reason.
func TestEveryTechniqueHasAHeader(t *testing.T) {
	without := map[string]string{
		"best": "it is other techniques by one name", "dualsimd": "an experiment of Go's own", "gfnisimd": "an experiment of Go's own", "byteboardsimd": "an experiment of Go's own", "byteboardvbmisimd": "an experiment of Go's own",
	}
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range techniques.Catalogue() {
		has := slices.ContainsFunc(units, func(u Unit) bool { return u.Technique.Name == e.Name })
		switch {
		case has != (without[e.Name] != ""): // a header, or a reason to have none, and not both
		case !has && !resultstest.Published(root+"/results", e.Name):
			t.Logf("%s has no header of C yet", e.Name)
		default:
			t.Errorf("%s: a header of C: %v; reason to have none: %q", e.Name, has, without[e.Name])
		}
	}
}

// Another standard is advised where a compiler of C++ fails at its own work, not where rustc does.
func TestAdvice(t *testing.T) {
	for line, want := range map[string]bool{"mine.hpp:3:4: internal compiler error: in tsubst": true, "error: internal compiler error: unexpected panic": false} {
		if got := strings.Contains(advice(line), "--std"); got != want {
			t.Errorf("%s%s", line, advice(line))
		}
	}
}

// A build has the techniques that it is asked for. Where it gets an engine later, only the files of that engine's technique are compiled again.
func TestCompiledOnce(t *testing.T) {
	tiertest.Lightly(t)
	b, folder := anyBuild(t), t.TempDir()
	// written makes a program with engines, and returns when each object file was written.
	written := func(engines ...string) map[string]time.Time {
		source := language.Source{Root: root, Folder: folder, Techniques: []string{"fancymagic", "quintessence"}}
		var err error
		if len(engines) > 0 {
			if source.Engines, err = techniques.Find(engines...); err != nil {
				t.Fatal(err)
			}
		}
		o, err := inC{dialectC}.Compile(t.Context(), b.Build, source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Link(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		times := map[string]time.Time{}
		paths, _ := filepath.Glob(filepath.Join(folder, "*", "*.o"))
		for _, path := range paths {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			times[filepath.Base(path)] = info.ModTime()
		}
		return times
	}
	before := written()
	after := written("fancymagic")
	var fresh []string
	for name := range after {
		if after[name] != before[name] {
			fresh = append(fresh, name)
		}
	}
	slices.Sort(fresh)
	if !slices.Contains(fresh, "unit_fancymagic.c.o") || !slices.Contains(fresh, "fancymagic_search.c.o") || slices.ContainsFunc(fresh, func(name string) bool { return !strings.Contains(name, "fancymagic") }) {
		t.Errorf("compiled again are %q, want the engine and the loops of fancymagic alone", fresh)
	}
	if _, all := before["unit_magic.c.o"]; all || before["unit_quintessence.c.o"].IsZero() {
		t.Errorf("compiled are %v", before)
	}
}

// programs are the programs that tests have built, in a folder, by built and compiled below. All tests of this package share them.
var (
	folder   string
	programs = map[made]string{}
)

// made identifies a program: its source tree, and how it is compiled.
type made struct {
	Build
	root string
}

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "slidebench"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// compiled makes a build's program of a source tree.
func compiled(ctx context.Context, b Build, root string) (program string, err error) {
	program = filepath.Join(folder, fmt.Sprint(len(programs)))
	programs[made{b, root}] = program
	objects, err := Compile(ctx, b, nil, root, program+".objects")
	if err != nil {
		return "", err
	}
	return program, objects.link(ctx, 1, program)
}

// shared is the build of the program that serves all tests. In make test it has one technique in six, and those that the engine is bound to: to compile all takes most of
// a minute.
func shared(b Build) Build {
	b.Engines = someEngines
	if tiertest.Minutes() {
		return b
	}
	b.Engines, b.Techniques = fewEngines, fewEngines
	units, _ := Units(root)
	for _, u := range tiertest.Sample(units, 6) {
		b.Techniques += "," + u.Technique.Name
	}
	return b
}

// built returns a build's program of a source tree, compiled once for all tests.
func built(t *testing.T, b Build, tree string) string {
	t.Helper()
	if tree == root && b == (Build{Build: b.Build}) { // a build without wishes
		b = shared(b)
	}
	if program := programs[made{b, tree}]; program != "" {
		return program
	}
	tiertest.Lightly(t)
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// anyBuild returns a build by a compiler that is here.
func anyBuild(t *testing.T) Build {
	t.Helper()
	found, missing := inC{dialectC}.Here()
	if len(found) == 0 {
		tiertest.Need(t, "gcc", missing)
	}
	return Build{Build: found[0]}
}

// buildsHere returns the builds for this processor that there is time for: one, and in make check those of all compilers that are here.
func buildsHere(t *testing.T) (builds []Build) {
	t.Helper()
	first := anyBuild(t)
	if !tiertest.Minutes() {
		return []Build{first}
	}
	found, _ := inC{dialectC}.Here()
	for _, b := range found {
		builds = append(builds, Build{Build: b})
	}
	return builds
}

// unitsHere returns the first build of a language that there is a compiler for, and the language's units.
func unitsHere(t *testing.T, d *dialect, compiler string) (b Build, units []Unit) {
	t.Helper()
	found, missing := d.Here()
	if len(found) == 0 {
		tiertest.Need(t, compiler, missing)
	}
	units, err := d.units(root)
	if err != nil {
		t.Fatal(err)
	}
	return Build{Build: found[0]}, units
}
