package report_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/build"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/report"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques/facts"
)

// invented is what a table is made of: for each technique its time, and its bytes of tables.
type invented map[string]cost

type cost struct {
	time  float64
	bytes int64
}

// spread is by how much the values of one technique differ from round to round. Those of others differ in another order, so that
// ratios spread, too.
var spread = []float64{0.997, 1.002, 0.999, 1.003, 0.998, 1.001, 1}

// fatesOf returns the fates of techniques, by name, from tables for queens: of throughput, latency and so on, each with its A/A noise.
func fatesOf(t *testing.T, needs map[string][]string, noise []float64, tables ...invented) (map[string]report.Fate, report.Profile) {
	t.Helper()
	f := &results.File{Reference: "ref", Facts: results.Facts{}}
	modes := []string{"throughput", "latency", "both", "bothlatency"}
	for k, in := range tables {
		table := results.Table{Target: results.Target{Machine: "m", CPU: "a CPU", Features: "bmi2+avx2", GOARCH: "amd64", Built: build.Build{Level: "v3"}},
			Piece: board.Queen, Mode: modes[k], Corpus: grid.DefaultCorpus, Unit: "cycles/lookup", Clock: 1, Rounds: len(spread)}
		add := func(name string, time float64, bytes int64, turn int) {
			s := results.Series{Cell: grid.Cell{Technique: name}, TableBytes: bytes}
			for i := range spread {
				s.Values = append(s.Values, time*spread[(i+turn)%len(spread)])
			}
			table.Series = append(table.Series, s)
		}
		add("ref", 1000, 1<<30, 0)
		add(grid.Again("ref"), 1000*(1+noise[k]), 1<<30, 0)
		f.Facts["ref"] = facts.Facts{}
		for i, name := range slices.Sorted(maps.Keys(in)) {
			add(name, in[name].time, in[name].bytes, i+1)
			f.Facts[name] = facts.Facts{Needs: needs[name]}
		}
		slices.SortFunc(table.Series, func(a, b results.Series) int { return strings.Compare(a.Technique, b.Technique) })
		f.Tables = append(f.Tables, table)
	}
	set := report.Profiles(f)[0]
	fates := map[string]report.Fate{}
	for _, fate := range set.Fates() {
		fates[fate.Technique] = fate
	}
	return fates, set
}

func TestFates(t *testing.T) {
	quiet := []float64{0.001, 0.001, 0.001, 0.001}
	for _, c := range []struct {
		name   string
		needs  map[string][]string
		noise  []float64
		tables []invented
		want   map[string]string // the first that dominates each superseded one, "" for the others
	}{
		{"the faster one with smaller tables", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 20}}}, map[string]string{"a": "", "b": "a"}},
		{"as large tables", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}}, map[string]string{"a": "", "b": "a"}},
		{"larger tables", nil, quiet, []invented{{"a": {1, 11}, "b": {2, 10}}}, map[string]string{"a": "", "b": ""}},
		{"larger tables in one use", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}, {"a": {1, 11}, "b": {2, 10}}}, map[string]string{"a": "", "b": ""}},
		{"a tie", nil, quiet, []invented{{"a": {1, 10}, "b": {1, 10}}}, map[string]string{"a": "", "b": ""}},
		{"faster in one use only", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}, {"a": {2, 10}, "b": {1, 10}}}, map[string]string{"a": "", "b": ""}},
		{"another one in each use", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 10}, "c": {3, 10}}, {"a": {3, 10}, "b": {2, 10}, "c": {1, 10}}},
			map[string]string{"a": "", "b": "a", "c": ""}},
		{"it was not measured in the use that it would lose", nil, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}, {"a": {1, 10}}}, map[string]string{"a": "", "b": "a"}},
		{"further needs", map[string][]string{"a": {"avx2"}}, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}}, map[string]string{"b": ""}},
		{"the same needs", map[string][]string{"a": {"avx2"}, "b": {"bmi2", "avx2"}}, quiet, []invented{{"a": {1, 10}, "b": {2, 10}}}, map[string]string{"b": "a"}},
		{"within the noise", nil, []float64{0.04}, []invented{{"a": {1, 10}, "b": {1.03, 10}}}, map[string]string{"b": ""}},
		{"above a little noise", nil, []float64{0.04}, []invented{{"a": {1, 10}, "b": {1.06, 10}}}, map[string]string{"b": "a"}},
		{"above much noise, by less than twice", nil, []float64{0.1}, []invented{{"a": {1, 10}, "b": {1.18, 10}}}, map[string]string{"b": ""}},
		{"above twice much noise", nil, []float64{0.1}, []invented{{"a": {1, 10}, "b": {1.25, 10}}}, map[string]string{"b": "a"}},
		{"a noisy use is none to be left out", nil, []float64{0.001, 0.1}, []invented{{"a": {1, 10}, "b": {2, 10}}, {"a": {1, 10}, "b": {1.15, 10}}}, map[string]string{"b": ""}},
	} {
		fates, _ := fatesOf(t, c.needs, c.noise, c.tables...)
		for name, by := range c.want {
			got := ""
			if fates[name].Superseded() {
				got = fates[name].By[0]
			}
			if got != by {
				t.Errorf("%s: %s superseded by %q, want %q: %+v", c.name, name, got, by, fates[name])
			}
		}
	}
}

// The technique in brackets is not superseded itself, even if others dominate in more uses.
func TestFatesNameTheUnbeaten(t *testing.T) {
	fates, set := fatesOf(t, nil, []float64{0.001, 0.001, 0.001}, invented{"a": {1, 10}, "b": {2, 10}, "c": {3, 10}},
		invented{"a": {1, 11}, "b": {2, 10}, "c": {3, 10}, "d": {1, 10}}, invented{"b": {2, 10}, "c": {3, 10}, "d": {1, 10}})
	if c := fates["c"]; !c.Superseded() || !slices.Equal(c.By, []string{"d", "a", "b"}) {
		t.Errorf("%+v, want it superseded by d, a and b, which is superseded itself", c)
	}
	if b := fates["b"]; !b.Superseded() || b.Uses != 3 {
		t.Errorf("%+v, want it superseded in 3 uses", b)
	}
	wantAll(t, strings.Join(report.Recommend(set.File), "\n"), "Superseded here: ", "b (d; 3 uses), c (d; 3 uses)",
		"Here means this machine, Go, this build level,", "other architectures are not counted")
	_, set = fatesOf(t, nil, []float64{0.001}, invented{"a": {1, 10}, "b": {2, 10}})
	wantAll(t, strings.Join(report.Recommend(set.File), "\n"), "b (a; 1 use)")
}

// With many others, one that is faster by chance supersedes nothing: few rounds cannot show it of one among hundreds.
func TestFatesAreCorrectedForTheirNumber(t *testing.T) {
	few, many := invented{"a": {1, 10}, "b": {2, 10}}, invented{"a": {1, 10}, "b": {2, 10}}
	for i := range 100 {
		many["x"+strings.Repeat("x", i)] = cost{3, 10}
	}
	if fates, _ := fatesOf(t, nil, []float64{0.001}, few); !fates["b"].Superseded() {
		t.Error("not superseded by one of two")
	}
	if fates, _ := fatesOf(t, nil, []float64{0.001}, many); fates["b"].Superseded() {
		t.Error("superseded by one of 102, with 7 rounds")
	}
}
