package engine

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// threatsOn is threats on a board of men.
func threatsOn(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	p := position.Placed(men)
	threats(&p, sq, before, after, d)
}

// The loops of deltas call these. In bystate.go they manage states; here there are none.
func openStates([]position.Question) {}
func loadState(i, place int)         {}
func copyState(place int)            {}
func fillState(*board.Men)           {}
