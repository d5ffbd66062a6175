//go:build ignore

// Only a build for a technique that keeps a state beside a position has this file: package bind puts it, without its first line, in place of threats.go and stateless.go.
package engine

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
)

var (
	corpora = map[*position.Question][]sliders.State{} // by first questions
	states  []sliders.State                            // of the questions that are asked
	places  [2]sliders.State                           // of the position before a move and the one after it, as a search copies them
	here    *sliders.State                             // of the position that is changed
)

// openStates sets states to those of a corpus. The first call fills them. That call is in the corpus's proof, so the cost is not timed: a search, too, has its state
// before it makes a move.
func openStates(q []position.Question) {
	if states = corpora[&q[0]]; len(states) == len(q) {
		return
	}
	states = make([]sliders.State, len(q))
	for i := range q {
		states[i].Prepare(&q[i].Before.Men)
	}
	corpora[&q[0]] = states
}

// loadState copies the state of a question.
func loadState(i, place int) {
	here = &places[place]
	*here = states[i]
}

// copyState copies the state of the other place: making a move takes that, as it takes a copy of the position.
func copyState(place int) {
	here = &places[place]
	*here = places[place^1]
}

// fillState fills a state for a position that has none.
func fillState(men *board.Men) {
	here = &places[0]
	here.Prepare(men)
}

func threats(_ *position.Mailbox, sq int, before, after board.Man, d *board.Delta) {
	here.Threats(sq, before, after, d)
}

var threatsOn func(men *board.Men, sq int, before, after board.Man, d *board.Delta) // nil: a board of men has no state
