package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/internal/engine/position"
)

// captures is the corpus of captures alone.
const captures = "captures"

// longestLine is how many moves of a game follow each other at most in a corpus of deltas: as many as a search goes down.
const longestLine = 16

// NewDeltas makes n/4 questions for the deltas of moves, but at least one: a question is about as many lookups. The name "played" stands for moves of the games,
// in pieces of up to 16 moves that follow each other, each from a place that is drawn. "captures" stands for captures, drawn from the legal ones of positions that
// are drawn from the games. The corpus of a file has the moves that lead from one of its positions to the next, and where none does a legal move that is drawn.
func NewDeltas(name string, n int, seed uint64) ([]position.Question, error) {
	_, isFile := loaded(name)
	if !isFile && KindOf(name) != Deltas {
		return nil, fmt.Errorf("unknown corpus %q (want %s)", name, names())
	}
	if err := notEmpty(n); err != nil {
		return nil, err
	}
	n = max(1, n/4)
	rng := rand.New(rand.NewPCG(seed, 1<<22))
	from := played()
	if isFile {
		from = boards(name)
	}
	q := make([]position.Question, 0, n)
	add := func(p *position.Position, m position.Move, follows uint32) {
		q = append(q, position.Question{Before: position.NewMailbox(p), Move: m, Follows: follows})
	}
	for len(q) < n {
		at, start := rng.IntN(len(from)), len(q)
		for name != captures && at < len(from) && len(q) < min(n, start+longestLine) {
			m := movesOn(from, at)
			if m == 0 {
				break
			}
			add(&from[at], m, uint32(min(len(q)-start, 1)))
			at++
		}
		if len(q) == start && (isFile || name == captures) {
			if m := drawn(rng, &from[at], name == captures); m != 0 {
				add(&from[at], m, 0)
			}
		}
	}
	return q, nil
}

// movesOn returns the move that leads from a position to the next one, 0 if none does.
func movesOn(from []position.Position, at int) position.Move {
	if at+1 == len(from) || from[at].Turn == from[at+1].Turn {
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

// drawn returns a legal move, or a capture, 0 if there is none.
func drawn(rng *rand.Rand, p *position.Position, captures bool) position.Move {
	legal := referee.Legal(p)
	if captures {
		legal = slices.DeleteFunc(legal, func(m position.Move) bool { return !m.IsCapture(p) })
	}
	if len(legal) == 0 {
		return 0
	}
	return legal[rng.IntN(len(legal))]
}
