package conform

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/slidebench/slidebench/board"
)

// history holds all questions so far, in the order of asking.
type history []*part

// last returns the last n questions before the i-th one of the last part, or fewer if there are no more. A question of Both is one about a piece.
func (h history) last(n, i int, p board.Piece) (questions []question) {
	for k := len(h) - 1; k >= 0 && n > 0; k-- {
		if k < len(h)-1 {
			i = len(h[k].Occs)
		}
		for ; i > 0 && n > 0; n-- {
			i--
			q := h[k].question(i)
			if h[k].Method == Both {
				q.piece = p
			}
			questions = append(questions, q)
		}
	}
	return questions
}

// remember notes in a mistake, once, after which question before it its question is wrong, if asked alone that is right: an answer was remembered.
func (m *Mistake) remember(ask Bulk) {
	if m.before != nil && m.Panic == nil {
		m.remembered = m.recall(ask)
	}
	m.before = nil
}

// recall tells what remember notes, "" if the question is wrong alone, too. A technique forgets by other questions: by some, or, if that is not enough, by many.
func (m *Mistake) recall(ask Bulk) string {
	const few, many, most = 128, 1 << 15, 1 << 12 // few, many: numbers of random questions that overwrite a cache; most: earlier questions to search for the remembered one
	forget := few
	wrong := func(before []question) bool { // reports whether the answer is wrong after some questions, which come latest first
		rng := rand.New(rand.NewPCG(1, 1))
		other := func(p board.Piece, n int) { // asks n random questions
			var q Questions
			for range n {
				q.Squares, q.Occs = append(q.Squares, uint8(m.Square)), append(q.Occs, rng.Uint64())
			}
			ask(p, q.Squares, q.Occs)
		}
		for _, p := range board.Pieces { // each may have a cache of its own
			other(p, few)
		}
		other(m.Piece, forget)
		var q Questions
		for i := range before {
			now := before[len(before)-1-i]
			q.Squares, q.Occs = append(q.Squares, uint8(now.sq)), append(q.Occs, now.occ)
			if i == len(before)-1 || before[len(before)-2-i].piece != now.piece { // questions in turn about one piece are asked together
				ask(now.piece, q.Squares, q.Occs)
				q = Questions{}
			}
		}
		answers := ask(m.Piece, []uint8{uint8(m.Square)}, []uint64{m.Occ})
		return len(answers) == 0 || !answers[0].equal(Answer{Attacks: m.Want})
	}
	alone := func() bool { // the second time, too, when a cache has the first answer
		for range 2 {
			if wrong(nil) {
				return false
			}
		}
		return true
	}
	begin := time.Now()
	if !alone() {
		if time.Since(begin) > time.Second/2 { // it is slow: many would take minutes
			return ""
		}
		if forget = many; !alone() {
			return ""
		}
	}
	before := m.before.last(most, m.at, m.Piece)
	const text = "asked alone, this question is answered right"
	after := func(n int) bool { return wrong(before[:n]) }
	n := 1
	for n < len(before) && !after(n) {
		n *= 2
	}
	if n = min(n, len(before)); !after(n) || !alone() {
		return text + ", so that the answer depends on questions before it\n"
	}
	// The last n/2 are not enough, so the one that is remembered is further back.
	for low := n / 2; n-low > 1; {
		if mid := (low + n) / 2; after(mid) {
			n = mid
		} else {
			low = mid
		}
	}
	q := before[n-1]
	if !wrong([]question{q}) || !alone() {
		return fmt.Sprintf("%s; it is wrong after the %d questions before it\n", text, n)
	}
	differs := ""
	if changed := q.occ ^ m.Occ; q.sq == m.Square && changed != 0 {
		differs = ", which differs on " + squareNames(changed)
	}
	return fmt.Sprintf("%s; it is wrong after the %v on %s with the occupancy 0x%016x%s\n", text, q.piece, board.SquareName(q.sq), q.occ, differs)
}
