package report

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
)

// kind is a way to ask that a short answer has room for, with the engines that ask so.
type kind struct {
	name, engine string
	use          Use
}

var kinds = []kind{
	{"single lookups", "copy-make", Use{Piece: board.Queen, Mode: "throughput"}},
	{"dependent lookups", "exchanges", Use{Piece: board.Queen, Mode: "latency"}},
	{"rook+bishop at once", "", Use{Piece: board.Queen, Mode: "both"}},
	{"many at once", "batches", Use{Piece: board.Queen, Mode: "batch"}},
	{"sets, 2 on average", "attack maps", Use{Piece: board.Queen, Mode: "setwise", Corpus: results.DefaultSets}},
	{"moves, 4 lookups each", "make-unmake", Use{Piece: board.Queen, Mode: "incremental", Corpus: "replay4"}},
}

// single is the kind that advice for small caches and for old processors is about.
var single = kinds[0]

// picks returns the names of the techniques that a set picks, kind by kind, "" where there is none.
func (s Set) picks() (names []string) {
	for _, k := range kinds {
		_, c, _ := s.Choose(k.use)
		names = append(names, c.Pick.Technique)
	}
	return names
}

// smallTables is the most that a technique for small caches reads: a quarter of a first-level cache of 32 KiB.
const smallTables = 8 << 10

// small returns the set with techniques of small tables only, as they are at single lookups.
func (s Set) small() Set {
	all, t := s.allowed, single.use.table(s.File, s.Target)
	s.allowed = func(technique string) bool {
		r := t.row(technique)
		return all(technique) && r != nil && r.TableBytes <= smallTables
	}
	return s
}

// ByMachine returns the sets of one machine after another, as Sets orders them. Those measured with features hidden belong to their
// machine; two files of one machine are two lists.
func ByMachine(sets []Set) (machines [][]Set) {
	for _, s := range sets {
		last := len(machines) - 1
		if last >= 0 && (s.Derived || s.Restricted()) && s.Machine() == machines[last][0].Machine() {
			machines[last] = append(machines[last], s)
		} else {
			machines = append(machines, []Set{s})
		}
	}
	return machines
}

// noisyMark stands behind times with a high A/A noise.
const noisyMark = " ~"

// kindsTable has a row for each kind of lookup and a group of columns for each set, under a heading.
func kindsTable(sets []Set, heading func(Set) string) section {
	table := section{Header: []string{"queens"}}
	for _, k := range kinds {
		table.Rows = append(table.Rows, []field{word(k.name)})
	}
	for _, s := range sets {
		m, unit := inFile(s.File), "ns, old estimator"
		if m == Cycles {
			unit = "cycles"
		}
		table.Header = append(table.Header, heading(s), unit, "tables")
		for i, k := range kinds {
			t, c, refusal := s.Choose(k.use)
			fields := []field{word("not measured"), word(""), word("")}
			switch {
			case refusal != nil:
				fields[0] = word("none: " + refusal.Because)
			case t != nil:
				fields = []field{word(c.Pick.Technique), m.fields(&t.Table, c.Pick.Time)[0], size(c.Pick)}
				if t.noisy() {
					fields[1].Text += noisyMark
				}
			}
			table.Rows[i] = append(table.Rows[i], fields...)
		}
	}
	return table
}
