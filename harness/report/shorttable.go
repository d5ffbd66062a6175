package report

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/internal/columns"
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
	{"rook+bishop pairs", "", Use{Piece: board.Queen, Mode: "both"}},
	{"many at once", "batches", Use{Piece: board.Queen, Mode: "batch"}},
	{"sets, 2 on average", "attack maps", Use{Piece: board.Queen, Mode: "setwise", Corpus: grid.DefaultSets}},
	{"moves, 4 lookups each", "make-unmake", Use{Piece: board.Queen, Mode: "incremental", Corpus: grid.DefaultMoves}},
	{"perft, a node", "", Use{Piece: board.Queen, Mode: "perft", Corpus: grid.DefaultGames}},
	{"search, a node", "searches", Use{Piece: board.Queen, Mode: "search", Corpus: grid.DefaultGames}},
}

// single is the kind that advice for small caches and for old processors is about.
var single = kinds[0]

// noisyMark stands behind times with a high A/A noise.
const noisyMark = " ~"

// measuredKinds returns the kinds without those of an engine that no set has measured.
func measuredKinds(sets []Profile) []kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k kind) bool {
		return mode.Mode(k.use.Mode).OfEngine() && !slices.ContainsFunc(sets, func(s Profile) bool { return s.ranks.table(k.use, s.Target) != nil })
	})
}

// shortTable has a row for each kind of lookup and a group of columns for each set, under a heading.
func shortTable(sets []Profile, heading func(Profile) string) section {
	list := []columns.Column[kind]{{Head: "queens", Read: func(k kind) value { return word(k.name) }}}
	for _, s := range sets {
		group := columns.Beside(columns.Named(choiceColumns, "use this", "cycles", "tables"), "", func(k kind) (*chosen, bool) {
			c := s.choose(k.use)
			return c, c.table != nil
		})
		group[0].Head = heading(s)
		for i, marked := range group[:2] {
			group[i].Read = func(k kind) value {
				v := marked.Read(k)
				if t := s.ranks.table(k.use, s.Target); i == 0 && v.Text == "" {
					v.Text = "not measured"
				} else if i == 1 && v.Text != "" && t.noisy() {
					v.Text += noisyMark
				}
				return v
			}
		}
		list = append(list, group...)
	}
	return section{Table: columns.Of(list, measuredKinds(sets))}
}
