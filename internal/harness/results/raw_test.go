package results_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// headOf returns the head of a build's lines.
func headOf(b build.Build, goarch string) results.Head {
	return results.Head{
		Target:    results.Target{Machine: "m", CPU: "c", Features: "f", GOOS: "linux", GOARCH: goarch, Built: b, Questions: 1000, CorpusDigest: "d"},
		Reference: "magic", Units: []string{"cycles/lookup"}, Round: 1, Clock: 4,
	}
}

// Parse reads all that Head and Line write: the cell, its value, its size, its slices, and the build.
func TestWrittenIsRead(t *testing.T) {
	visit := measure.Visit{Passes: 2, PassSlices: 1, Answers: 1000, Bytes: 4096, Readings: []machine.Reading{{Clock: 4, Turn: 5}, {Clock: 4, Turn: 5}, {Clock: 4, Turn: 99}},
		Slices: []measure.Slice{{NS: 2000}, {NS: 2010, Before: 1}}}
	var j measure.Judge
	j.Add(visit.Readings[:2]...)
	lookup := grid.Cell{Technique: "magic", AA: true, Piece: board.Rook, Mode: "latency", Corpus: "random16"}
	op := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "init", Corpus: "stored"}
	for _, b := range build.Must("", "v1", "v4+simd", "c-gcc", "c-gcc-v3+calls", "rust") {
		for _, unknown := range []bool{false, true} {
			goarch := "amd64"
			if b == (build.Build{}) {
				goarch = "arm64"
			}
			visit.SizeUnknown, visit.Answers = unknown, 1000
			text := headOf(b, goarch).String() + results.LineOf(lookup, &measure.Tally{Visits: []measure.Visit{visit, visit}}, 8000, 4, &j).String()
			visit.Answers = 0
			text += results.LineOf(op, &measure.Tally{Visits: []measure.Visit{visit}}, 8000, 4, &j).String()
			f, err := results.Parse(strings.NewReader(text), "raw")
			if err != nil {
				t.Errorf("%v: %v in\n%s", b, err, text)
				continue
			}
			if got := f.Targets(); len(got) != 1 || got[0] != headOf(b, goarch).Target || len(f.Tables) != 2 || f.Slices != 6 || f.Clean != 3 {
				t.Errorf("%v: %+v, %v of %v slices clean", b, got, f.Clean, f.Slices)
			}
			for i, want := range []results.Series{{Cell: lookup, Values: []float64{8}}, {Cell: op, Values: []float64{8000}}} {
				want.Size = results.Size{TableBytes: 4096, SizeUnknown: unknown}
				if got := f.Tables[i].Series[0]; got.Cell != want.Cell || got.Values[0] != want.Values[0] || got.Size != want.Size || f.Tables[i].Clock != 4 {
					t.Errorf("%v: read %+v, want %+v", b, got, want)
				}
			}
			if strings.Count(text, "ns/op") != 2 || strings.Index(text, "ns/op") > strings.Index(text, "cycles/lookup\n") {
				t.Errorf("nanoseconds are not there, or not first, in\n%s", text)
			}
		}
	}
}

// Older files have goamd64 for builds in Go, and build for others. Both kinds of heads may stand in one file, in any order.
func TestOneBuildByEitherKey(t *testing.T) {
	const value = "\t1\t2 ns/op\t0 table-bytes\t8 cycles/lookup\n"
	line := func(technique string) string {
		return "BenchmarkAttacks/technique=" + technique + "/piece=rook/mode=latency/corpus=random16" + value
	}
	newer := func(spelling string) string { return headOf(build.Must(spelling)[0], "amd64").String() }
	older := func(keys string) string { return strings.Replace(newer("v1"), "build: v1\ncompiler: \n", keys, 1) }
	heads := []struct{ text, build string }{
		{newer("v2"), "v2"}, {older("goamd64: v3\n"), "v3"}, {newer("c-gcc"), "c-gcc"}, {older("goamd64: v4\nbuild: \ncompiler: \n"), "v4"},
		{older("goamd64: \nbuild: rust\ncompiler: x\n"), "rust"}, {older("goamd64: v1+simd\n"), "v1+simd"}, {older("build: c-clang\n"), "c-clang"},
	}
	for shift := range heads {
		var text, want, got []string
		for i := range heads {
			h := heads[(i*(shift+1))%len(heads)]
			if shift == len(heads)-1 {
				h = heads[i]
			}
			technique := "magic" + string(rune('a'+i))
			text, want = append(text, h.text+line(technique)), append(want, technique+" "+h.build)
		}
		f, err := results.Parse(strings.NewReader(strings.Join(text, "")), "raw")
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			technique, built, _ := strings.Cut(w, " ")
			for _, table := range f.Tables {
				if table.Find(technique) != nil {
					got = append(got, technique+" "+table.Built.String())
					if table.Built.String() != built {
						t.Errorf("order %d: %s is of build %v, want %s", shift, technique, table.Built, built)
					}
				}
			}
		}
		if len(got) != len(want) {
			t.Errorf("order %d: read %q, want %q", shift, got, want)
		}
	}
}
