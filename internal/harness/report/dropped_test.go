package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/report"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/stats"
	"github.com/slidebench/slidebench/internal/techniques"
)

// The tests of this file drop values from published files, and see whether a report still names only good techniques.

// advised is a technique that a report names for a use or a row.
type advised struct {
	technique string
	unclear   []string       // techniques that the report says may be faster, and those of table that it has no value of
	table     *results.Table // of the use
	needs     []string       // of the technique, which the row allows; nil: any
	bytes     int64          // of the row, at most
}

// namedBy returns all techniques that the report of a file f names. The tables are those of the whole file, from which f was cut.
func namedBy(t *testing.T, f, whole *results.File) (list []advised) {
	t.Helper()
	var decoded struct {
		Answers []struct {
			Build, Doubt string
			Take         []struct {
				When, Technique string
				Needs           []string
			}
			Unclear []string
		}
		Uses []struct {
			Build, Piece, Mode, Use, Refused, Technique string
			Unclear                                     []string
		}
	}
	if err := json.Unmarshal([]byte(advise(t, "json", f)), &decoded); err != nil {
		t.Fatal(err)
	}
	lacking := func(all *results.Table) (names []string) { // techniques that f has no value of
		own := f.Table(all.Target, all.Piece, all.Mode, all.Corpus)
		for _, s := range all.Series {
			if own.Find(s.Technique) == nil {
				names = append(names, s.Technique)
			}
		}
		return names
	}
	table := func(build, piece, mode, corpus string) *results.Table {
		i := slices.IndexFunc(whole.Tables, func(t results.Table) bool {
			return t.Built.String() == build && t.Piece.String() == piece && string(t.Mode) == mode && (corpus == "" || t.Corpus == corpus)
		})
		return &whole.Tables[i]
	}
	for _, u := range decoded.Uses {
		if u.Refused == "" {
			i := slices.IndexFunc(report.Uses, func(v report.Use) bool {
				return v.String() == u.Use && string(v.Mode) == u.Mode && v.Piece.String() == u.Piece
			})
			corpus := report.Uses[i].Corpus
			if corpus == "" {
				corpus = grid.DefaultCorpus
			}
			of := table(u.Build, u.Piece, u.Mode, corpus)
			list = append(list, advised{u.Technique, append(u.Unclear, lacking(of)...), of, nil, math.MaxInt64})
		}
	}
	for _, a := range decoded.Answers {
		for _, p := range a.Take {
			of := table(a.Build, board.Queen.String(), "search", grid.DefaultGames)
			v := advised{p.Technique, append(a.Unclear, lacking(of)...), of, append([]string{}, p.Needs...), math.MaxInt64}
			switch {
			case a.Doubt != "" || p.When == "to compare with":
				continue
			case strings.Contains(p.When, "≤"):
				v.bytes = grid.SmallTables
			case strings.Contains(p.When, "no tables"):
				v.bytes = 0
			}
			list = append(list, v)
		}
	}
	return list
}

// clearly is the factor from which on a technique that takes longer than another technique is clearly slower: a report names only techniques that are shown to be nearer to
// the fastest.
const clearly = 1.10

// beaten says which technique is clearly faster in the whole file than the named one, fits the same limits, and is not among the unclear; "" for none.
func (v advised) beaten(f *results.File) string {
	named := v.table.Find(v.technique)
	for _, s := range v.table.Series {
		if slices.Contains(v.unclear, s.Technique) || !f.Choosable(s.Technique) || !s.AtMost(v.bytes) || v.needs != nil && slices.ContainsFunc(f.Facts[s.Technique].Needs, func(n string) bool { return !slices.Contains(v.needs, n) }) {
			continue
		}
		if ratio := stats.Ratio(named.Values, s.Values); ratio.Finite() && ratio.Lo > clearly {
			return fmt.Sprintf("%s: %s, which takes %s times as long as %s in %v %s, %v", f.Name, v.technique, ratio.Format(1), s.Technique, v.table.Piece, v.table.Mode, v.table.Built)
		}
	}
	return ""
}

// dropped returns a file without a part of its values.
func dropped(f *results.File, part float64, random *rand.Rand) *results.File {
	g := *f
	g.Tables = nil
	for _, t := range f.Tables {
		t.Series = slices.Clone(t.Series)
		for i := range t.Series {
			s := &t.Series[i]
			s.Values = slices.Clone(s.Values)
			for k := range s.Values {
				if random.Float64() < part {
					s.Values[k] = math.NaN()
				}
			}
		}
		t.Series = slices.DeleteFunc(t.Series, func(s results.Series) bool { return s.Measured() == 0 })
		g.Tables = append(g.Tables, t)
	}
	return &g
}

// nothingIsSlower checks that a table in which nothing is significant calls no technique slower or tied, and that only techniques with enough rounds have a standing
// other than unclear.
func nothingIsSlower(t *testing.T, f *results.File) {
	t.Helper()
	nothing := 0
	for _, table := range report.Tables(f) {
		for _, r := range table.Rows {
			if table.Significant() == "nothing is significant here" && r.Standing != "" && r.Standing != report.Unclear && r.Standing != report.Fastest {
				t.Errorf("%v %s: %s is %s where nothing is significant", table.Piece, table.Mode, r.Technique, r.Standing)
			}
			if r.Standing != "" && r.Standing != report.Unclear && r.Measured() < stats.MinRounds {
				t.Errorf("%v %s: %s is %s by %d rounds", table.Piece, table.Mode, r.Technique, r.Standing, r.Measured())
			}
		}
		if table.Significant() == "nothing is significant here" {
			nothing++
		}
	}
	t.Logf("nothing is significant in %d of %d tables", nothing, len(f.Tables))
}

// Values that are missing make answers fewer and wider. They never make a report name a technique that the whole file shows to be clearly slower than
// another one of the same limits, unless it names that, too, as perhaps faster.
func TestMissingValuesNameNoSlowTechnique(t *testing.T) {
	named, none := 0, 0
	for i, path := range resultstest.Committed(t, "../../../results", "*/*.txt*") {
		f := read(t, path)
		f.Facts = techniques.Facts()
		for _, v := range namedBy(t, f, f) {
			if beaten := v.beaten(f); beaten != "" {
				t.Errorf("all values: %s", beaten)
			}
		}
		for j, part := range []float64{0.1, 0.25, 0.5, 0.8} { // of the values are dropped
			g := dropped(f, part, rand.New(rand.NewPCG(uint64(i), uint64(j))))
			if i == 0 {
				nothingIsSlower(t, g)
			}
			list := namedBy(t, g, f)
			named += len(list)
			if len(list) == 0 {
				none++
			}
			for _, v := range list {
				if beaten := v.beaten(f); beaten != "" {
					t.Errorf("without %v of the values: %s", part, beaten)
				}
			}
		}
	}
	if named < 100 || none == 0 {
		t.Errorf("%d techniques are named, and none in %d files (want some of both)", named, none)
	}
}

// The published run of an Intel machine lacks a sixth of its values. Its report chooses by intervals: a technique with few values and small tables is
// nowhere the choice, as it was when a tie was called where nothing is known. With search cut to four rounds, loops still have answers.
func TestRunBesideANeighbour(t *testing.T) {
	f, err := results.Read(resultstest.Committed(t, "../../../results", "intel-xeon-emerald-rapids-vm/2026-11-27T130748Z-*.txt*")[0])
	if err != nil {
		t.Fatal(err)
	}
	f.Facts = techniques.Facts()
	few := 0
	for _, table := range report.Tables(f) {
		for _, r := range table.Rows {
			if !r.Time.Finite() && r.Rank > 0 {
				if few++; r.Standing != report.Unclear {
					t.Errorf("%s %s: %s is %s by %d rounds", table.Mode, table.Build(), r.Technique, r.Standing, r.Measured())
				}
			} else if r.Rank > 0 && r.Standing == report.Unclear {
				t.Errorf("%s %s: %s has an interval, and is unclear", table.Mode, table.Build(), r.Technique)
			}
		}
	}
	if few < 100 {
		t.Errorf("%d rows without an interval, want those of a disturbed run", few)
	}
	text := flat(render(t, []*results.File{f}, report.Options{Format: "text", Width: 200}))
	// As in the published report: the technique and its cycles in Go, then those in C.
	wantAll(t, text, "single lookups │ unchecked │ 6.58 │ paired │ 4.09", "BMI2 │ paired │ 843 KiB │ +9.25 %", "the control walk is left out of 4 tables")

	for _, table := range f.Tables {
		for i := range table.Series {
			if s := &table.Series[i]; table.Mode == "search" {
				for k := range s.Values[4:] {
					s.Values[4+k] = math.NaN()
				}
			}
		}
	}
	stands, without := report.Answered(f)
	// Two builds have tables of search and of five other modes.
	if slices.Sort(without); stands != 2*5 || !slices.Equal(without, []string{"search in C (gcc)", "search in Go"}) {
		t.Errorf("%d tables have answers, and none have %q", stands, without)
	}
	wantAll(t, flat(render(t, []*results.File{f}, report.Options{Format: "text", Width: 200})), "No answer: 4 rounds; ", "single lookups │ unchecked │ 6.58 │ paired │ 4.09")
}
