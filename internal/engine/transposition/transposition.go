// Package transposition keeps a search's results about positions.
package transposition

import (
	"sync"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// Bound says how a score relates to the true one.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	AtLeast
	AtMost
)

// Entry is a table's result about a position. A mate's score counts the plies from the root of its search, so it is right only at
// the same distance from the root; with shallow searches that costs at most a longer way to a mate.
type Entry struct {
	check uint64 // the position's key and the table's generation
	Move  position.Move
	Score int16
	Depth int8
	Bound Bound
}

// Bits is the number of a key's top bits that index a table: 65,536 entries of 16 bytes are 1 MiB, as large as the second-level cache of many processors.
const Bits = 16

// Table is a transposition table that keeps the newest entry of each place.
type Table struct {
	entries    [1 << Bits]Entry
	generation uint64
}

// Forget makes the table forget everything: entries of earlier generations never match, and nothing has to be cleared.
func (t *Table) Forget() { t.generation++ }

func (t *Table) stamp(key uint64) uint64 { return key ^ t.generation*0x9e3779b97f4a7c15 } // another value in every generation

// Find returns the entry of the position with a key, nil for none.
func (t *Table) Find(key uint64) *Entry {
	if e := &t.entries[key>>(64-Bits)]; e.check == t.stamp(key) {
		return e
	}
	return nil
}

// Keep stores an entry of the position with a key.
func (t *Table) Keep(key uint64, m position.Move, score, depth int, b Bound) {
	t.entries[key>>(64-Bits)] = Entry{t.stamp(key), m, int16(score), int8(depth), b}
}

// Shared returns the one table of this program, so that the engines of all techniques find it in the same memory.
var Shared = sync.OnceValue(func() *Table { return new(Table) })
