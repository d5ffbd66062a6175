// Package grid names the cells that are measured: each is a technique, a piece, a mode and a corpus, whose questions package corpus makes.
package grid

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Cell is a technique in a use. In each build it gets one value in every round.
type Cell struct {
	Technique string
	AA        bool // the second row of the reference, by which noise is known: A/A is how far it lies from the first
	Piece     board.Piece
	Mode      mode.Mode
	Corpus    string // random16 and so on; sliders2 for setwise, replay4 for incremental; for init how the factors come: stored, searched
}

// second ends the name of the reference's second row.
const second = "-again"

// Ranked reports whether the cell takes part in rankings: all do but the controls and the second row of the reference.
func (c Cell) Ranked() bool { return !c.AA && !IsControl(c.Technique) }

// Row names the row of the cell in its table: by the technique, and fancymagic-again for the second row of the reference.
func (c Cell) Row() string {
	if c.AA {
		return c.Technique + second
	}
	return c.Technique
}

// OfRow is the inverse of Cell.Row: it returns a cell that has neither piece nor mode nor corpus.
func OfRow(name string) (c Cell) {
	c.Technique, c.AA = strings.CutSuffix(name, second)
	return c
}

// String returns the benchmark name of the cell, which ParseName reads.
func (c Cell) String() string {
	return "BenchmarkAttacks/technique=" + c.Row() + "/piece=" + c.Piece.String() + "/mode=" + string(c.Mode) + "/corpus=" + c.Corpus
}

// ParseName is the inverse of Cell.String. Keys may have any order, and the GOMAXPROCS that go test appends is dropped. Any further key is an error.
func ParseName(name string) (Cell, error) {
	base, parts := benchfmt.Name(strings.TrimPrefix(name, "Benchmark")).Parts()
	if string(base) != "Attacks" {
		return Cell{}, fmt.Errorf("unexpected benchmark %q (want BenchmarkAttacks/technique=.../piece=.../mode=.../corpus=...)", name)
	}
	var c Cell
	var piece, modeName string
	fields := map[string]*string{"technique": &c.Technique, "piece": &piece, "mode": &modeName, "corpus": &c.Corpus}
	for _, part := range parts {
		if part[0] == '-' {
			continue // GOMAXPROCS
		}
		key, value, _ := strings.Cut(string(part[1:]), "=")
		field := fields[key]
		switch {
		case field == nil:
			return Cell{}, fmt.Errorf("unexpected key %q in %q (want technique, piece, mode, corpus)", key, name)
		case *field != "" || value == "":
			return Cell{}, fmt.Errorf("want one value for key %q in %q", key, name)
		}
		*field = value
	}
	for _, key := range []string{"technique", "piece", "mode", "corpus"} {
		if *fields[key] == "" {
			return Cell{}, fmt.Errorf("missing key %q in %q", key, name)
		}
	}
	known := slices.Index(mode.All, mode.Mode(modeName))
	if known < 0 {
		return Cell{}, fmt.Errorf("unknown mode %q in %q (a newer slidebench knows it, or nobody does)", modeName, name)
	}
	row := OfRow(c.Technique)
	c.Technique, c.AA, c.Mode = row.Technique, row.AA, mode.All[known]
	var err error
	c.Piece, err = board.ParsePiece(piece)
	return c, err
}

// DefaultCorpus is the corpus that pictures and recommendations speak of, where a file has it.
const DefaultCorpus = "random16"

// DefaultSets is the default corpus for mode setwise: sets of two sliders.
const DefaultSets = "sliders2"

// DefaultMoves is the default corpus for mode incremental: four lookups after each move.
const DefaultMoves = "replay4"

// DefaultGames is the default corpus for modes of the engine: positions of games, which the engine searches three plies deep.
const DefaultGames = "games3"

// DefaultNetGames is the default corpus for mode netsearch, searched four plies deep: it tries few moves, and a shallower search would mostly time cold caches.
const DefaultNetGames = "games4"

// DefaultDeltas is the default corpus for modes of threats: moves that were played in games.
const DefaultDeltas = "played"

// DefaultCrowd is the default corpus for mode pressure: 16 other cache lines are touched after each group of lookups.
const DefaultCrowd = "crowd16"

// Controls are the rows that every table has beside the techniques: the empty loop, one table load, and the walk. They are shown and never ranked.
var Controls = []string{"noop", "load", "walk"}

// IsControl reports whether a row is a control, a baseline that is never recommended: one of Controls, Twice, or "picked", a control of older files.
func IsControl(name string) bool {
	return name == "picked" || name == Twice || slices.Contains(Controls, name)
}

// Twice is the control that asks fancymagic everything twice, in modes of the engine: it shows what share of the time lookups take.
const Twice = "twice"

// SmallTables is the largest size in bytes of tables that count as small: a quarter of a first-level cache of 32 KiB.
const SmallTables = 8 << 10

// FirstLevel is the size in bytes of a usual first-level cache of data.
const FirstLevel = 32 << 10
