package conform

import "github.com/slidebench/slidebench/board"

// OrthodoxBulk returns a function for CheckDeltasBulk of one that knows no Chess960, whose questions it answers itself. Of long lists it asks one in every: what it leaves out
// it answers itself, too.
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
