package run

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/harness/source/sourcetest"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// buildInC returns a build in C that can be compiled here; without a compiler, or time for slow tests, it skips the test.
func buildInC(t *testing.T) build.Build {
	t.Helper()
	tiertest.Slow(t)
	found, missing := language.Named("c").Here()
	if len(found) == 0 {
		t.Skip(missing)
	}
	return found[0]
}

// A build in C is measured like one in Go: in every mode, and in make check on every corpus, into the same file, under its own configuration.
func TestBuildsInC(t *testing.T) {
	b := buildInC(t)
	// The tree has the reference, the control noop, and the engine.
	t.Setenv(source.Variable, sourcetest.Copy(t, "", "", "board/*.h", "fancymagic/*.h", "internal/techniques/controls/noop/*.h", "internal/engine/c/*"))
	run := smallRun(t)
	run.Builds = []build.Build{b}
	var names []string
	for _, m := range mode.All {
		names = append(names, string(m))
	}
	var err error
	if run.Cells, _, err = (Selection{Techniques: []string{"fancymagic"}, Pieces: []string{"queen"}, Modes: names, All: tiertest.Minutes()}).Cells("fancymagic", run.Builds); err != nil {
		t.Fatal(err)
	}
	m, path := create(t, run)
	rehearse(t, m, path, func(Segment) bool { return false }).do(t)
	file, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	targets := file.Targets()
	if len(targets) != 1 || targets[0].Build() != b.String() {
		t.Errorf("targets %+v", targets)
	}
	text, _ := os.ReadFile(path)
	if !strings.Contains(string(text), "\ncompiler: ") || !strings.Contains(string(text), "-O3 -march=native") {
		t.Errorf("the compiler and its flags are not in\n%.600s", text)
	}
	modes := map[mode.Mode]bool{}
	for _, table := range file.Tables {
		for _, s := range table.Series {
			modes[table.Mode] = modes[table.Mode] || s.Technique == "fancymagic" && s.Measured() == run.Rounds
		}
	}
	for _, name := range mode.All {
		if !modes[name] {
			t.Errorf("mode %s has no values of fancymagic", name)
		}
	}
	if !strings.Contains(m.Record.Compilers[b], "-O3") {
		t.Errorf("the record has compilers %v", m.Record.Compilers)
	}
	// A stopped run knows its values in C, and goes on with the same compiler only.
	m.Record.Finished, m.Record.Dirty = "", false
	if err := saver(path)(m.Record); err != nil {
		t.Fatal(err)
	}
	again, err := Resume(path) // a tree without git, such as this copy, counts as dirty; then there is nothing to resume
	if err != nil && !strings.HasSuffix(err.Error(), "(dirty: true)") {
		t.Fatal(err)
	}
	if err == nil {
		defer again.Close()
		if !again.Done[cellRound{2, b, run.CellsIn(b)[0]}] || len(again.Done) != 2*len(run.CellsIn(b)) {
			t.Errorf("%d values are known of %d", len(again.Done), 2*len(run.CellsIn(b)))
		}
	}
	m.Record.Compilers[b] = "another"
	if err := m.Record.same(); err == nil || !strings.Contains(err.Error(), "compilers were") {
		t.Errorf("another compiler: %v", err)
	}
}

// A technique whose C is wrong is not timed, and a program that ends is an error of one line.
func TestWrongInCIsNotTimed(t *testing.T) {
	tiertest.Lightly(t)
	b := buildInC(t)
	for _, c := range []struct{ old, new, want string }{ // texts in the header: a right lookup, a wrong answer, and a crash; the error
		{"", "", ""},
		{"return fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "return fancymagic_rook(sq, occ)", "it is not measured"},
		{"return fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "return *(volatile uint64_t *)(size_t)(occ & 1)", "the measured program has ended"},
	} {
		root := sourcetest.Copy(t, c.old, c.new, "board/*.h", "fancymagic/*.h")
		setup := smallRun(t).Setup
		builder, err := language.Builder{Build: b, Source: language.Source{Root: root, Folder: t.TempDir()}}, error(nil)
		if setup.Program, err = builder.Program(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		setup.Language = b.Language
		line, err := json.Marshal(setup)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err = Serve(strings.NewReader(string(line)+"\n"+`{"cell": "BenchmarkAttacks/technique=fancymagic/piece=queen/mode=throughput/corpus=random16"}`+"\n"), &out)
		if c.want == "" && (err != nil || !strings.Contains(out.String(), "slices")) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: %v, want %q", c.new, err, c.want)
		}
	}
}
