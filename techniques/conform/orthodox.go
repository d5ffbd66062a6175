package conform

import "github.com/slidebench/slidebench/board"

// OrthodoxBulk makes a function for CheckDeltasBulk of a function ask without Chess960: castlings of Chess960 are answered here, rightly, and never asked.
// Of a long list, only every n-th move is asked (n = every), and the rest is answered here, too.
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
