// Package techniques has the catalogue of techniques with their functions, the interface that all share, and the loops in which they are timed. Their facts are in
// package facts, the modes of timing in package mode.
package techniques

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Technique returns, for any square and occupancy, the squares that a rook or a bishop there attacks. The interface serves checking, listing and printing. Timed loops do
// not use it.
type Technique interface {
	Rook(sq int, occ uint64) uint64
	Bishop(sq int, occ uint64) uint64
}

// Entry is a Technique with its facts, and with the functions that go generate found in the package; a missing function is nil.
type Entry struct {
	facts.Facts
	Kernels

	rook, bishop, queen func(sq int, occ uint64) uint64
	pair                func(sq int, occ uint64) (rook, bishop uint64)
	batches             conform.Batcher
	sets                conform.Setter
	moves               *conform.MoveFuncs
	threats             conform.ThreatsFunc
	checkState          func(seed uint64) error // proves the technique's State
	checkThreatState    func(squares, seed uint64) error
	build               func() error
	tableBytes          func(board.Piece) int
	batchTableBytes     func(board.Piece) int // of batches, if these read other tables
	available           func() error

	batchOnly bool   // rook, bishop and queen are batches of one question
	standIn   *Guest // the guest that SetGuests has put here, nil for a technique that this program has
	filled    sync.Once
}

var own, controls = assemble(facts.Techniques), assemble(facts.Controls) // own: the techniques without the guests of SetGuests

var catalogue = own // until SetGuests changes it

// assemble makes entries of facts. It leaves out techniques that go generate has not seen, and notes them for Unwired.
func assemble(catalogue []facts.Facts) (entries []*Entry) {
	for _, f := range catalogue {
		e, known := wired[f.Name]
		if !known {
			unwired = append(unwired, f.Name)
			continue
		}
		f.Found = e.Found
		e.Facts = f
		if e.rook == nil {
			one := conform.One(e.batches) // batches of one question
			e.rook, e.bishop, e.queen, e.batchOnly = one.Rook, one.Bishop, one.Queen, true
		}
		if f.PairOnly {
			e.together()
		}
		if f.Pieces != "" {
			e.only(strings.Split(f.Pieces, ","))
		}
		if f.EngineOnly {
			e.Kernels = Kernels{}
		}
		entries = append(entries, e)
	}
	return entries
}

var unwired []string

// Unwired returns the names of the catalogue's techniques that go generate has not seen yet. They are in no other list.
func Unwired() []string { return slices.Clone(unwired) }

// Catalogue returns all techniques. The caller may keep and reorder the slice.
func Catalogue() []*Entry { return slices.Clone(catalogue) }

// Facts returns the facts of all techniques and controls, by name.
func Facts() map[string]facts.Facts {
	all := map[string]facts.Facts{}
	for _, e := range slices.Concat(catalogue, controls) {
		all[e.Name] = e.Facts
	}
	return all
}

// QueenBytes returns the bytes of tables that a technique's queen reads, -1 for an unknown name and, as they may depend on the processor, for a technique that needs features.
func QueenBytes(technique string) int64 {
	if found, err := Find(technique); err == nil && len(found[0].Needs) == 0 {
		return int64(found[0].TableBytes(board.Queen))
	}
	return -1
}

// Guest describes a guest to a program that plans: only the measured programs have its lookups.
type Guest struct {
	facts.Facts
	Both  bool                   // whether a single lookup answers for rook and bishop
	Bytes [len(board.Pieces)]int // sizes of the tables, by piece
}

// SetGuests puts guests at the head of the catalogue, in place of earlier guests, and leaves out the techniques that the programs with guests lack. In this program the
// walk answers for them, and nobody times it.
func SetGuests(guests []Guest, lacking ...string) {
	var entries []*Entry
	for _, g := range guests {
		walk := wired["walk"]
		e := &Entry{Facts: g.Facts, Kernels: walk.Kernels, rook: walk.rook, bishop: walk.bishop, queen: walk.queen, build: walk.build, standIn: &g,
			tableBytes: func(p board.Piece) int { return g.Bytes[p] }}
		if g.Both {
			e.pair = func(sq int, occ uint64) (rook, bishop uint64) { return e.rook(sq, occ), e.bishop(sq, occ) }
		}
		if g.Pieces != "" {
			e.only(strings.Split(g.Pieces, ","))
		}
		entries = append(entries, e)
	}
	catalogue = slices.Concat(entries, slices.DeleteFunc(slices.Clone(own), func(e *Entry) bool { return slices.Contains(lacking, e.Name) }))
}

// Guests returns the guests of the last SetGuests.
func Guests() (guests []Guest) {
	for _, e := range catalogue {
		if e.standIn != nil {
			guests = append(guests, *e.standIn)
		}
	}
	return guests
}

// Controls returns the controls, which every table of results has beside the techniques. noop and load give no right answers.
func Controls() []*Entry { return slices.Clone(controls) }

// together removes the loops for a rook or a bishop alone.
func (k *Kernels) together() {
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		k.throughput[p], k.latency[p], k.batch[p], k.setwise[p], k.incremental[p] = nil, nil, nil, nil, nil
	}
}

// only removes the loops for other pieces, and for rook and bishop at once.
func (k *Kernels) only(pieces []string) {
	for _, p := range board.Pieces {
		if !slices.Contains(pieces, p.String()) {
			k.throughput[p], k.latency[p], k.batch[p], k.setwise[p], k.incremental[p] = nil, nil, nil, nil, nil
		}
	}
	k.both, k.bothLatency, k.batchBoth = nil, nil, nil
}

// Fill fills the technique's tables unless they are full or the program fills them at its start. Single answers call it; callers of kernels, batches, sets or checks of a
// state call it first.
func (e *Entry) Fill() {
	if scaffold.OnDemand() {
		e.filled.Do(func() { scaffold.Must(e.Name, e.build()) })
	}
}

// Rook returns the attacks of a rook on sq.
func (e *Entry) Rook(sq int, occ uint64) uint64 { return e.Attacks(board.Rook, sq, occ) }

// Bishop returns the attacks of a bishop on sq.
func (e *Entry) Bishop(sq int, occ uint64) uint64 { return e.Attacks(board.Bishop, sq, occ) }

// Queen returns the attacks of a queen on sq.
func (e *Entry) Queen(sq int, occ uint64) uint64 { return e.Attacks(board.Queen, sq, occ) }

// Batcher returns the technique's own batches, nil if it has none.
func (e *Entry) Batcher() conform.Batcher { return e.batches }

// Setter returns the technique's own functions for sets of sliders, nil if it has none.
func (e *Entry) Setter() conform.Setter { return e.sets }

// Moves returns the technique's own functions for the squares sliders may go to, nil if it has none.
func (e *Entry) Moves() *conform.MoveFuncs { return e.moves }

// Threats returns the technique's own function for the threats that change with a man, nil if it has none.
func (e *Entry) Threats() conform.ThreatsFunc { return e.threats }

// StateCheck returns the check of the state that the technique keeps from move to move, nil if it keeps none. Such a technique prepares a state for each single lookup:
// these are proved and not timed.
func (e *Entry) StateCheck() func(seed uint64) error { return e.checkState }

// ThreatStateCheck returns the check of the state by which the technique lists threats, with changes of some squares, nil if it keeps none. Its single lookups are proved
// and not timed.
func (e *Entry) ThreatStateCheck() func(squares, seed uint64) error { return e.checkThreatState }

// BatchOnly reports whether the technique answers only batches: its single lookups are batches of one question.
func (e *Entry) BatchOnly() bool { return e.batchOnly }

// Bindable reports whether the engine can be bound to the technique: it gives right answers to single questions for all pieces, and keeps no state.
func (e *Entry) Bindable() bool {
	return !e.batchOnly && e.checkState == nil && e.checkThreatState == nil && e.Pieces == "" && e.Name != "noop" && e.Name != "load"
}

// HasDeltas reports whether deltas of moves can be timed: the technique has its own, or the engine can make them with its lookups, its function for threats, or its
// state.
func (e *Entry) HasDeltas() bool {
	return e.Deltas || e.Bindable() || e.threats != nil && !e.batchOnly || e.checkThreatState != nil
}

// CheckBindable returns why the engine cannot be bound to the technique, nil if it can.
func (e *Entry) CheckBindable() error {
	if !e.Bindable() {
		return fmt.Errorf("%s answers no single questions without a state, so the engine cannot be bound to it", e.Name)
	}
	return nil
}

// Both returns the attacks of a rook and of a bishop on sq, by a single lookup if the technique has one for both.
func (e *Entry) Both(sq int, occ uint64) (rook, bishop uint64) {
	e.Fill()
	if e.pair == nil {
		return e.rook(sq, occ), e.bishop(sq, occ)
	}
	return e.pair(sq, occ)
}

// HasBoth reports whether the technique has a single lookup for rook and bishop.
func (e *Entry) HasBoth() bool { return e.pair != nil }

// Attacks returns the attacks of any piece on sq.
func (e *Entry) Attacks(p board.Piece, sq int, occ uint64) uint64 {
	e.Fill()
	return [...]func(int, uint64) uint64{e.rook, e.bishop, e.queen}[p](sq, occ)
}

// Build fills the technique's tables once more.
func (e *Entry) Build() error { return e.build() }

// TableBytes returns the size of all arrays that the technique's lookup for a piece reads.
func (e *Entry) TableBytes(p board.Piece) int { return e.tableBytes(p) }

// TableBytesIn is TableBytes for a mode: in batches, package best reads other tables.
func (e *Entry) TableBytesIn(m mode.Mode, p board.Piece) int {
	if e.batchTableBytes != nil && (m == mode.Batch || m == mode.BatchBoth) {
		return e.batchTableBytes(p)
	}
	return e.tableBytes(p)
}

// Available returns nil if this processor has the technique's features, and otherwise an error that names the missing ones. Without them, its software form gives the
// same answers, in another time.
func (e *Entry) Available() error {
	if e.available == nil {
		return nil
	}
	return e.available()
}

// Find returns the catalogue's entries with the given names, in the given order, and all of them for no names.
func Find(names ...string) ([]*Entry, error) {
	all := Catalogue()
	if len(names) == 0 {
		return all, nil
	}
	var found []*Entry
	for _, name := range names {
		i := slices.IndexFunc(all, func(e *Entry) bool { return e.Name == name })
		if i < 0 {
			return nil, unknown(name, all)
		}
		found = append(found, all[i])
	}
	return found, nil
}

// unknown returns the error for an unknown name, which suggests the nearest one.
func unknown(name string, all []*Entry) error {
	var known []string
	near, distance := "", math.MaxInt
	for _, e := range all {
		known = append(known, e.Name)
		if d := editDistance(strings.ToLower(name), e.Name); d < distance {
			near, distance = e.Name, d
		}
	}
	hint := ""
	if distance <= 2 && 2*distance < len(name) { // else hardly more than chance makes them alike
		hint = fmt.Sprintf("did you mean %q? ", near)
	}
	return fmt.Errorf("unknown technique %q (%shave: %s)", name, hint, strings.Join(known, ", "))
}

// editDistance returns Levenshtein's distance: the least number of insertions, deletions and substitutions of bytes from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: the distance from the beginning of a, as far as the outer loop has come, to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
