package golang

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	measuring "github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The error where the build cannot be made names the missing tool. Neither of the words all and main includes the build.
func TestWasmNeeds(t *testing.T) {
	if language.ByWord(inWasm{}, "all") || language.ByWord(inWasm{}, language.WordMain) {
		t.Error("a word stands for the build")
	}
	t.Setenv("PATH", t.TempDir())
	builds, err := inWasm{}.Here()
	if len(builds) > 0 || err == nil || !strings.HasSuffix(err.Error(), "which build wasm needs") && !strings.Contains(err.Error(), "needs Linux") {
		t.Errorf("%v, %v without programs in PATH", builds, err)
	}
}

// The program, run by Node.js, lists what the build is said to have as available, and nothing else; and it is measured like others: its clock moves in steps that
// are short enough, and its answers are proved.
func TestWasm(t *testing.T) {
	tiertest.Long(t)
	_, missing := inWasm{}.Here()
	tiertest.Need(t, "node", missing)
	root, err := source.Tree(".")
	if err != nil {
		t.Fatal(err)
	}
	o, err := inWasm{}.Compile(t.Context(), wasm, language.Source{Root: root, Command: source.Measuring, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	program, err := o.Link(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	offers, err := inWasm{}.Offers(t.Context(), wasm, root, program)
	if err != nil || len(offers) != len(techniques.Catalogue()) {
		t.Fatalf("%d techniques, %v", len(offers), err)
	}
	for _, o := range offers {
		if lacks := (inWasm{}).Lacks(wasm, grid.Cell{Technique: o.Name}, "fancymagic"); o.Available != (lacks == nil) {
			t.Errorf("%s is available: %t; the build lacks it: %v", o.Name, o.Available, lacks)
		}
	}
	p, err := measuring.StartBuild(t.Context(), wasm, program, measuring.Setup{Reference: "fancymagic", Questions: 1024, Seed: 1, CPU: -1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := grid.Cell{Technique: "fancymagic", Mode: "throughput", Corpus: grid.DefaultCorpus}
	v, err := p.Visit(c, 0, 100, 0) // a first visit, on a core that others may disturb: turns of up to 100 cycles are let pass
	if err != nil || len(v.Slices) == 0 || v.Answers != 1024 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
}
