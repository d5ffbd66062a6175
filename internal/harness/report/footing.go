package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// codeOfToday is the code that results are compared with: they are older if theirs differs. Tests replace it.
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

// changes returns which parts of the code behind a series have changed since it was measured. They are unknown if its digests are.
func changes(f *results.File, t *results.Table, s *results.Series) (changed []string, known bool) {
	return digest.Changes(f.Of(s).Code(), codeOfToday(), t.Built, s.Technique, s.Mode)
}

// older says in a few words that the code behind a table has changed since it was measured, "" if it has not as far as anybody knows.
func (t *Table) older() string {
	return strings.Join(olderParts(t.File, []*results.Table{&t.Table}), ", ")
}

// olderParts says which code behind some tables has changed since they were measured.
func olderParts(f *results.File, tables []*results.Table) (list []string) {
	languagesOf := map[string][]string{} // by changed part: the engine or loops
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
			if s.AA || s.Older || t.Mode == mode.Init && len(tables) > 1 {
				continue // no answer comes from it; filling tables changes no lookup, and counts only if its table is asked about alone
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
	for _, part := range []string{digest.Engine, digest.Loop} {
		if of := languagesOf[part]; of != nil {
			words := map[string]string{digest.Engine: "the engine", digest.Loop: "loops"}
			list = append(list, words[part]+" in "+strings.Join(of, " and "))
		}
	}
	const named = 3 // at most, and then "several", which stays true when more change
	for _, language := range languages {
		switch names := changed[language]; {
		case len(names) > named:
			list = append(list, "several techniques in "+language)
		case names != nil:
			slices.Sort(names)
			list = append(list, strings.Join(names, ", ")+" in "+language)
		}
	}
	return list
}

// Changed says which code behind a file's tables has changed since it was measured: "the engine in Go; fixedshift in Go", "" for none, or "unknown".
func Changed(f *results.File) string {
	if slices.ContainsFunc(Runs(f), func(r *results.File) bool { return r.Code() == nil }) {
		return unknown
	}
	var tables []*results.Table
	advised := f.Advised()
	for i := range f.Tables {
		if slices.Contains(advised, f.Tables[i].Target) {
			tables = append(tables, &f.Tables[i])
		}
	}
	return strings.Join(olderParts(f, tables), "; ")
}

// older warns of code that has changed since a file was measured, "" for none.
func (f *ranks) older() string {
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
	list = append(list, f.Missing, f.intervals())
	switch changed := Changed(f.File); changed {
	case "", unknown:
		return list
	default:
		var parts []string
		for _, part := range []string{"engine", "loops", "techniques"} {
			if strings.Contains(changed, part) {
				parts = append(parts, part)
			}
		}
		if parts == nil { // Changed names a few techniques alone
			parts = append(parts, changed)
		}
		return append(list, "changed since: "+strings.Join(parts, ", "))
	}
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
