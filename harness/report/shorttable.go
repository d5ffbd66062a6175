package report

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques/mode"
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
	{"moves, 4 lookups each", "make-unmake", Use{Piece: board.Queen, Mode: "incremental", Corpus: results.DefaultMoves}},
	{"perft, a node", "", Use{Piece: board.Queen, Mode: "perft", Corpus: results.DefaultGames}},
	{"search, a node", "searches", Use{Piece: board.Queen, Mode: "search", Corpus: results.DefaultGames}},
}

// single is the kind that advice for small caches and for old processors is about.
var single = kinds[0]

// noisyMark stands behind times with a high A/A noise.
const noisyMark = " ~"

// measuredKinds returns the kinds without those of an engine that no set has measured.
func measuredKinds(sets []Profile) []kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool {
		return mode.Mode(k.use.Mode).OfEngine() && !slices.ContainsFunc(sets, func(s Profile) bool { return k.use.table(s.File, s.Target) != nil })
	})
}

// shortTable has a row for each kind of lookup and a group of columns for each set, under a heading.
func shortTable(sets []Profile, heading func(Profile) string) section {
	table := section{Header: []string{"queens"}}
	kinds := measuredKinds(sets)
	for _, k := range kinds {
		table.Rows = append(table.Rows, []field{word(k.name)})
	}
	for _, s := range sets {
		table.Header = append(table.Header, heading(s), "cycles", "tables")
		for i, k := range kinds {
			t, c, refusal := s.Choose(k.use)
			fields := []field{word("not measured"), word(""), word("")}
			switch {
			case refusal != nil:
				fields[0] = word("none: " + refusal.Because)
			case t != nil:
				fields = []field{word(c.Pick.Technique), timeField(&t.Table, c.Pick.Time), size(c.Pick)}
				if t.noisy() {
					fields[1].Text += noisyMark
				}
			}
			table.Rows[i] = append(table.Rows[i], fields...)
		}
	}
	return table
}
