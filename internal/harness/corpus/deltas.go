package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// captures is the name of the corpus that has only captures.
const captures = "captures"

// longestLine is the largest number of successive moves of a game in a corpus of deltas: about the depth of a search.
const longestLine = 16

// NewDeltas makes n/4 questions for the deltas of moves, but at least one: each question takes about four lookups. The name "played" stands for moves of games, in
// runs of up to 16 successive moves, and the start of each run is drawn. "captures" stands for captures: each is drawn from the legal captures of a position that
// is drawn from games. A file's corpus has the moves that lead from one of its positions to the next; where no move does, it has a legal move that is drawn.
func NewDeltas(name string, n int, seed uint64) ([]position.Question, error) {
	_, isFile := loaded(name)
	if !isFile && KindOf(name) != Deltas {
		return nil, fmt.Errorf("unknown corpus %q (want %s)", name, names())
	}
	if err := notEmpty(n); err != nil {
		return nil, err
	}
	n = max(1, n/4)
	rng := rand.New(rand.NewPCG(seed, 1<<22)) // a stream that no other corpus has
	from := played()
	if isFile {
		from = positionsOf(name)
	}
	q := make([]position.Question, 0, n)
	add := func(p *position.Position, m position.Move, follows uint32) {
		q = append(q, position.Question{Before: position.NewMailbox(p), Move: m, Follows: follows})
	}
	for len(q) < n {
		at, start := rng.IntN(len(from)), len(q)
		for name != captures && len(q) < min(n, start+longestLine) {
			m := moveToNext(from, at) // 0 at the last position, so at stays in from
			if m == 0 {
				break
			}
			add(&from[at], m, uint32(min(len(q)-start, 1))) // the first of a run follows none
			at++
		}
		if len(q) == start && (isFile || name == captures) {
			if m := drawLegal(rng, &from[at], name == captures); m != 0 {
				add(&from[at], m, 0)
			}
		}
	}
	return q, nil
}

// moveToNext returns the legal move that leads from a position of a list to the next one, 0 if none does.
func moveToNext(from []position.Position, at int) position.Move {
	if at+1 == len(from) || from[at].Turn == from[at+1].Turn { // no move keeps the turn: only the search is saved
		return 0
	}
	for _, m := range referee.Legal(&from[at]) {
		var after position.Position
		if from[at].Make(m, &after); after == from[at+1] {
			return m
		}
	}
	return 0
}

// drawLegal draws a legal move of a position, or only a legal capture; it returns 0 if there is none.
func drawLegal(rng *rand.Rand, p *position.Position, onlyCaptures bool) position.Move {
	legal := referee.Legal(p)
	if onlyCaptures {
		legal = slices.DeleteFunc(legal, func(m position.Move) bool { return !m.IsCapture(p) })
	}
	if len(legal) == 0 {
		return 0
	}
	return legal[rng.IntN(len(legal))]
}
