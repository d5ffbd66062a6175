package conform

import "github.com/slidebench/slidebench/board"

// OrthodoxBulk turns ask, a guest's program that need not know Chess960, into a function for CheckDeltasBulk: questions of Chess960 get the right answer here, and ask never sees them.
// Of the moves of a list, ask gets every n-th (n = every) unless it is of Chess960; the rest is answered here, too.
func OrthodoxBulk(every int, ask func([]DeltaMove) ([]board.Delta, error)) func([]DeltaMove) ([]board.Delta, error) {
	return func(moves []DeltaMove) ([]board.Delta, error) {
		deltas := make([]board.Delta, len(moves))
		var asked []DeltaMove
		var places []*board.Delta
		for i := range moves {
			if m := &moves[i]; m.Chess960() || i%every != 0 {
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
