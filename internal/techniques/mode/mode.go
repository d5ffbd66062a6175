// Package mode lists the ways in which techniques are asked and timed, their order, and their names in reports. Package workload has the work behind each.
// CONTRIBUTING.md says how a mode is added.
package mode

import (
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// Mode is a way in which a technique is asked and timed.
type Mode string

// The modes. Init times Build, and has no kernel.
const (
	Throughput  Mode = "throughput"  // independent lookups, back to back
	Latency     Mode = "latency"     // each lookup waits for the answer of the one before
	Both        Mode = "both"        // one question, two answers: rook and bishop
	BothLatency Mode = "bothlatency" // the same, and each lookup waits for the answers of the one before
	Batch       Mode = "batch"       // slices of questions in, a slice of answers out
	BatchBoth   Mode = "batchboth"   // slices of questions in, two slices of answers out: rook and bishop
	Setwise     Mode = "setwise"     // the attacks of a set of sliders, in a single answer
	Incremental Mode = "incremental" // moves are made and unmade, with lookups after each
	Pressure    Mode = "pressure"    // independent lookups, in groups between which other data crowd the caches
	Perft       Mode = "perft"       // an engine counts the leaves of trees of legal moves
	Search      Mode = "search"      // an engine looks for the best move
	NetSearch   Mode = "netsearch"   // an engine looks for the best move, and a network evaluates
	Attackers   Mode = "attackers"   // an engine asks for the attackers of squares
	Checks      Mode = "checks"      // an engine asks for checks and pins
	Moves       Mode = "moves"       // an engine generates moves
	Mobility    Mode = "mobility"    // an engine counts the squares that pieces attack
	Exchange    Mode = "exchange"    // an engine plays out captures on a square

	Threats        Mode = "threats"        // an engine makes independent moves, and lists the threats that vanish and appear
	ThreatsLatency Mode = "threatslatency" // the same, and each move waits for the list of the one before
	ThreatsBatch   Mode = "threatsbatch"   // slices of moves in, slices of lists out

	Init Mode = "init" // building the tables
)

// Shown says which cells of a mode reports show, and how they name them.
type Shown struct {
	Pieces  []board.Piece // none: reports list no use of the mode
	Corpora []string      // "" is the usual corpus of lookups
	words   string        // PIECE and NUMBER stand for the piece and the number in the corpus's name
}

// Units of a mode's values. Nodes, answers about a position, and deltas of a move are an engine's work; an op builds all tables.
const (
	lookup = "lookup"
	node   = "node"
	answer = "answer"
	delta  = "delta"
	op     = "op"
)

// row has the facts about a mode.
type row struct {
	Mode
	per string
	Shown
}

var (
	queen  = []board.Piece{board.Queen}
	usual  = []string{""}
	games  = []string{"games3"} // the number is the engine's depth
	played = []string{"played"}
	listed = []row{
		{Throughput, lookup, Shown{board.Pieces[:], usual, "PIECE, throughput"}},
		{Latency, lookup, Shown{board.Pieces[:], usual, "PIECE, latency"}},
		{Both, lookup, Shown{queen, usual, "rook+bishop pair"}},
		{BothLatency, lookup, Shown{queen, usual, "rook+bishop pair, latency"}},
		{Batch, lookup, Shown{board.Pieces[:], usual, "many PIECEs"}},
		{BatchBoth, lookup, Shown{queen, usual, "many rook+bishop pairs"}},
		{Setwise, lookup, Shown{board.Pieces[:], []string{"sliders2"}, "sets of PIECEs, NUMBER on average"}},
		{Incremental, lookup, Shown{queen, []string{"replay1", "replay4", "replay16", "replay64"}, "PIECE, NUMBER lookups a move"}},
		{Pressure, lookup, Shown{queen, []string{"crowd16"}, "PIECE, NUMBER other lines between groups"}},
		{Perft, node, Shown{queen, games, "perft"}},
		{Search, node, Shown{queen, games, "search"}},
		{NetSearch, node, Shown{queen, []string{"games4"}, "search with a network"}},
		{Attackers, answer, Shown{words: "attackers to a square"}},
		{Checks, answer, Shown{words: "checks and pins"}},
		{Moves, answer, Shown{words: "all moves of a side"}},
		{Mobility, answer, Shown{words: "mobility of both sides"}},
		{Exchange, answer, Shown{words: "exchange evaluation"}},
		{Threats, delta, Shown{queen, played, "threats of a move"}},
		{ThreatsLatency, delta, Shown{queen, played, "threats of a move, latency"}},
		{ThreatsBatch, delta, Shown{queen, played, "threats of many moves"}},
		{Init, op, Shown{words: "PIECE, init"}},
	}
)

// All lists the modes in the order of tables and reports. Engine and Deltas are the modes in which an engine asks, which the build binds to a technique: about positions,
// and about moves.
var All, Engine, Deltas = func() (all, engine, deltas []Mode) {
	for _, m := range listed {
		all = append(all, m.Mode)
		switch m.per {
		case node, answer:
			engine = append(engine, m.Mode)
		case delta:
			deltas = append(deltas, m.Mode)
		}
	}
	return all, engine, deltas
}()

// OfEngine reports whether an engine asks the questions of the mode.
func (m Mode) OfEngine() bool { return slices.Contains(Engine, m) || slices.Contains(Deltas, m) }

// Per returns the unit of work of the mode's values, such as lookup.
func (m Mode) Per() string { return m.row().per }

// Shown returns the cells of the mode that reports show.
func (m Mode) Shown() Shown { return m.row().Shown }

func (m Mode) row() row {
	if i := slices.Index(All, m); i >= 0 {
		return listed[i]
	}
	return row{per: lookup} // a mode that nobody knows
}

// Words names a cell of the mode: "rook, latency", "sets of rooks, 2 on average", "queen, 1 lookup a move".
func (m Mode) Words(p board.Piece, corpus string) string {
	number := strings.TrimLeft(corpus, "abcdefghijklmnopqrstuvwxyz")
	words := strings.NewReplacer("PIECE", p.String(), "NUMBER", number).Replace(m.Shown().words)
	return strings.Replace(words, ", 1 lookups", ", 1 lookup", 1)
}
