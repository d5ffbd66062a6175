package conform

import "github.com/slidebench/slidebench/board"

// Orthodox returns a function for CheckDeltas of one that knows no Chess960, whose questions it answers itself.
func Orthodox(f DeltaFunc) DeltaFunc {
	return func(m *DeltaMove, d *board.Delta) {
		if m.Chess960() {
			m.list(d)
		} else {
			f(m, d)
		}
	}
}

// OrthodoxBulk is Orthodox for CheckDeltasBulk.
func OrthodoxBulk(ask func([]DeltaMove) ([]board.Delta, error)) func([]DeltaMove) ([]board.Delta, error) {
	return func(moves []DeltaMove) ([]board.Delta, error) {
		deltas := make([]board.Delta, len(moves))
		var asked []DeltaMove
		var places []*board.Delta
		for i := range moves {
			if m := &moves[i]; m.Chess960() {
				m.list(&deltas[i])
			} else {
				asked, places = append(asked, *m), append(places, &deltas[i])
			}
		}
		answers, err := ask(asked)
		for i := range answers {
			*places[i] = answers[i]
		}
		return deltas, err
	}
}
