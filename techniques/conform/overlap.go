package conform

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
)

// Overlap is for tests of techniques in which all rooks and bishops share one table of so many words: it counts the pairs of squares, of one piece or of both, whose
// ranges of indices intersect. A range reaches from the lowest to the highest index of a square's relevant subsets. It is an error when an index lies outside of the
// table, or when a slot would have to serve two different answers.
func Overlap(words int, index func(p board.Piece, sq int, occ uint64) int) (pairs int, err error) {
	type span struct{ low, high int }
	var spans []span
	answers := make([]uint64, words) // 0: asked by nobody yet, as no slider attacks nothing
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			s := span{words, -1}
			for sub := range board.Subsets(board.Mask(p, sq)) {
				i, attacks := index(p, sq, sub), board.Walk(p, sq, sub)
				if i < 0 || i >= words {
					return 0, fmt.Errorf("%v on %s: subset %#x has index %d, outside of %d words", p, board.SquareName(sq), sub, i, words)
				}
				if answers[i] != 0 && answers[i] != attacks {
					return 0, fmt.Errorf("%v on %s: subset %#x wants slot %d, which serves other attacks", p, board.SquareName(sq), sub, i)
				}
				answers[i] = attacks
				s = span{min(s.low, i), max(s.high, i)}
			}
			for _, other := range spans {
				if s.low <= other.high && other.low <= s.high {
					pairs++
				}
			}
			spans = append(spans, s)
		}
	}
	return pairs, nil
}
