package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// What a report's figures stand on: runs, for which an interval holds, and code, which may have changed since it was measured.

// codeOfToday is the code that results are compared with: code behind them has changed if its digest differs. (Standing Older is something else: a row of an older run,
// which measured other code than the newest run of the same file.) Tests replace it.
var codeOfToday = digest.Today

// unknown is said of code whose digests nobody knows.
const unknown = "unknown"

// Intervals say for which run an interval holds.
const (
	ofThisRun = "this run" // another run may lie beside it
	ofNextRun = "next run"
)

// interval says for which run the interval of a series holds.
func interval(s *results.Series) string {
	if s.Runs == nil {
		return ofThisRun
	}
	return ofNextRun
}

// runsOf counts the runs of a series.
func runsOf(s *results.Series) int {
	if s.Runs == nil {
		return 1
	}
	return s.Runs.Count(s.Values)
}

// holds says in a few words for which run the intervals of a table hold: "for the next run, from 3 runs". Rows of older code count for themselves.
func (t *Table) holds() string {
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool { return r.Older })
	if n := len(t.Rows) - len(rows); n > 0 {
		return fmt.Sprintf("%s; rows of older code, not compared: %d", holds(rows), n)
	}
	return holds(rows)
}

func holds(rows []Row) string { // without a word on rows of older code
	least, most, here := 0, 0, 0 // runs of a row, and the rows whose interval is for this run
	for _, r := range rows {
		n := runsOf(r.Series)
		if least == 0 || n < least {
			least = n
		}
		if most = max(most, n); r.Runs == nil {
			here++
		}
	}
	switch {
	case here == len(rows):
		return "for this run"
	case here > 0:
		return fmt.Sprintf("for the next run, of %d techniques for this run", here)
	case least < most:
		return fmt.Sprintf("for the next run, from %d to %d runs", least, most)
	case least == 1:
		return "for the next run, from 1 run"
	}
	return fmt.Sprintf("for the next run, from %d runs", least)
}

// changes returns which kinds of parts of the code behind a series have changed since it was measured. With known false, further ones may have.
func changes(f *results.File, t *results.Table, s *results.Series) (changed []string, known bool) {
	return digest.Changes(f.Of(s).Code(), codeOfToday(), t.Built, s.Technique, s.Mode)
}

// changed says which code behind a table has changed since it was measured, "" if none has as far as anybody knows.
func (t *Table) changed() string {
	phrases, _ := changedIn(t.File, []*results.Table{&t.Table})
	return strings.Join(phrases, ", ")
}

// changedIn says which code behind some tables has changed since they were measured: in phrases ("the engine in Go", "magic, pext in C"), and in a word for each kind
// ("engine", "loops", "techniques"), for a line with little room. A few techniques have no word, since their phrase is short.
func changedIn(f *results.File, tables []*results.Table) (phrases, kinds []string) {
	languagesOf := map[string][]string{} // by changed part, digest.Engine or digest.Loop
	changed := map[string][]string{}     // techniques, by language
	var languages []string
	note := func(of map[string][]string, key, value string) {
		if !slices.Contains(of[key], value) {
			of[key] = append(of[key], value)
		}
	}
	for _, t := range tables {
		language, _, _ := strings.Cut(t.Language(), " ") // C, of "C (gcc)"
		if !slices.Contains(languages, language) {
			languages = append(languages, language)
		}
		for i := range t.Series {
			s := &t.Series[i]
			switch {
			case s.AA, s.Older: // the reference again, whose code counts already; a row that no answer comes from
				continue
			case t.Mode == mode.Init && len(tables) > 1: // filling tables changes no lookup: it counts only where its table is asked about alone
				continue
			}
			parts, _ := changes(f, t, s)
			for _, part := range parts {
				if part == digest.Technique {
					note(changed, language, s.Technique)
				} else {
					note(languagesOf, part, language)
				}
			}
		}
	}
	for _, p := range []struct{ part, kind, phrase string }{{digest.Engine, "engine", "the engine"}, {digest.Loop, "loops", "loops"}} {
		if of := languagesOf[p.part]; of != nil {
			kinds, phrases = append(kinds, p.kind), append(phrases, p.phrase+" in "+strings.Join(of, " and "))
		}
	}
	const named = 3      // at most, and then "several", which stays true when more change
	var several []string // the word for several techniques, once for all languages
	for _, language := range languages {
		switch names := changed[language]; {
		case len(names) > named:
			phrases, several = append(phrases, "several techniques in "+language), []string{"techniques"}
		case names != nil:
			slices.Sort(names)
			phrases = append(phrases, strings.Join(names, ", ")+" in "+language)
		}
	}
	return phrases, append(kinds, several...)
}

// Changed says which code behind a file's tables has changed since it was measured: "the engine in Go; fixedshift in Go", "" for none, or "unknown".
func Changed(f *results.File) string {
	phrases, _, known := changedBehind(f)
	if !known {
		return unknown
	}
	return strings.Join(phrases, "; ")
}

// changedBehind is changedIn for the tables of a file that answers come from. known is false if a run of the file has no digests.
func changedBehind(f *results.File) (phrases, kinds []string, known bool) {
	if slices.ContainsFunc(Runs(f), func(r *results.File) bool { return r.Code() == nil }) {
		return nil, nil, false
	}
	var tables []*results.Table
	advised := f.Advised()
	for i := range f.Tables {
		if slices.Contains(advised, f.Tables[i].Target) {
			tables = append(tables, &f.Tables[i])
		}
	}
	phrases, kinds = changedIn(f, tables)
	return phrases, kinds, true
}

// changed warns of code that has changed since a file was measured, "" if none has as far as anybody knows.
func (f *ranks) changed() string {
	if changed := Changed(f.File); changed != "" && changed != unknown {
		return "measured before today's code; since then, these have changed: " + changed
	}
	return ""
}

// Runs returns the runs that a result is of.
func Runs(f *results.File) []*results.File {
	if f.Runs != nil {
		return f.Runs
	}
	return []*results.File{f}
}

// footing says in a few words what a file stands on: runs, commit, toolchain, date, missing values, for which run its intervals hold, and what has changed.
func (f *ranks) footing() (list []string) {
	date, _, _ := strings.Cut(f.Started, "T")
	if n := len(f.Runs); n > 0 {
		list = append(list, fmt.Sprintf("%d runs to %s", n, date), f.Revision(), f.Toolchain)
	} else {
		list = append(list, f.Revision(), f.Toolchain, date)
	}
	list = append(list, f.Missing, f.intervals()) // "" for none, which machineSections leaves out
	phrases, kinds, _ := changedBehind(f.File)
	if kinds == nil { // at most a few techniques
		kinds = []string{strings.Join(phrases, "; ")}
	}
	if phrases != nil {
		list = append(list, "changed since: "+strings.Join(kinds, ", "))
	}
	return list
}

// intervals says for which run the intervals of a file hold.
func (f *ranks) intervals() string {
	next, this := 0, 0
	for _, t := range f.Tables {
		for i := range t.Series {
			if t.Series[i].Runs != nil {
				next++
			} else {
				this++
			}
		}
	}
	switch {
	case next == 0:
		return "intervals within this run"
	case this == 0:
		return "intervals for the next run"
	}
	return fmt.Sprintf("intervals for the next run but for %d of %d", this, next+this)
}

// footingColumns are columns of a ranked table that say what a row stands on.
func footingColumns(t *Table) []rowColumn {
	return []rowColumn{
		{Key: "runs", Read: func(r *Row) value { return count(runsOf(r.Series)) }},
		{Key: "interval", Read: func(r *Row) value { return word(interval(r.Series)) }},
		{Key: "changed", Read: func(r *Row) value {
			parts, known := changes(t.File, &t.Table, r.Series)
			if !known && parts == nil {
				return word(unknown).Optional()
			}
			return word(strings.Join(parts, " ")).Optional()
		}},
	}
}
