// Package bound lists the engines of this program: one for each technique that its build has bound to the engine. A plain build
// lists none: its callers take the engine of package sliders, engine.Bound.
package bound

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Engine is the engine bound to a technique.
type Engine struct {
	Perft func(p *position.Position, depth int) (leaves uint64)
	Legal func(p *position.Position) []position.Move
	// Search and NetSearch find the same whatever was searched before. In the second one, a network evaluates.
	Search, NetSearch func(p *position.Position, depth int) Result
	// Uses are the questions of evaluations and searches, by name. Each returns the number of its answers for a position, and a
	// checksum of all of them.
	Uses map[string]func(p *position.Position) (answers int, sum uint64)
	// Deltas and DeltasInTurn ask questions i to j-1 for the deltas of their moves, and return the exclusive or of the deltas' checksums, that of question k rotated
	// by k, so that two mistakes that are alike do not cancel. Deltas that are asked in turn wait for each other.
	Deltas, DeltasInTurn func(q []position.Question, i, j int) (sum uint64)
	// Threats lists the threats that change with a man, as conform.ThreatsFunc does; nil: a state lists them.
	Threats func(men *board.Men, sq int, before, after board.Man, d *board.Delta)
	// DeltaBatch writes the delta of question i to deltas[i].
	DeltaBatch func(deltas []board.Delta, q []position.Question)
	// Spent returns how many nanoseconds of the last loop of deltas count, those in which a guest was asked; nil: all of them.
	Spent func() float64
}

// DependencyMask is 0, which the compiler cannot know. Tests set it to see that each delta enters the next question of DeltasInTurn.
var DependencyMask uint64

// The uses.
const (
	Attackers = "attackers" // of both sides, to each square
	Checks    = "checks"    // checks and pins
	Moves     = "moves"     // all legal moves of a side
	Mobility  = "mobility"  // of both sides
	Exchange  = "exchange"  // what each capture wins
)

// Result is what a search found.
type Result struct {
	Nodes uint64 // positions, those of the search of captures included
	Score int    // in hundredths of a pawn, for the side to move
	Best  position.Move
}

// Sum is a checksum of nodes, score and move.
func (r Result) Sum() uint64 {
	return Mix(r.Nodes, Mix(uint64(r.Score), uint64(r.Best)))
}

// Mix adds a value to a checksum in which order matters.
func Mix(value, sum uint64) uint64 {
	return (bits.RotateLeft64(sum, 23) ^ value) * 0x9e3779b97f4a7c15
}

var engines = map[string]Engine{}

// Register makes the engine of a technique known, in place of an earlier one. Files that package bind writes call it, in an init.
func Register(technique string, e Engine) { engines[technique] = e }

// Find returns the engine of a technique.
func Find(technique string) (e Engine, known bool) {
	e, known = engines[technique]
	return e, known
}

var deltas = map[string]Engine{}

// RegisterDeltas makes a guest's own functions for deltas known: they take precedence over those of an engine bound to it.
func RegisterDeltas(guest string, e Engine) { deltas[guest] = e }

// FindDeltas returns the engine with the functions for deltas of a technique or guest.
func FindDeltas(technique string) (e Engine, known bool) {
	if e, known = deltas[technique]; known {
		return e, true
	}
	return Find(technique)
}
