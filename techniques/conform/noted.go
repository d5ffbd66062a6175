package conform

import "github.com/slidebench/slidebench/board"

// Questions are squares and occupancies, beside each other.
type Questions struct {
	Squares []uint8
	Occs    []uint64
}

// Noted is an Exam whose questions are known before they are asked. A question to another process takes microseconds to pass, so such a process answers
// them in bulk.
type Noted struct {
	*Exam
	Asked    [len(board.Pieces)]Questions // of Rook, Bishop and Queen
	Together Questions                    // of Both
}

// Note notes the questions of an exam, by putting it to a technique that is right.
func (x *Exam) Note(right Technique) (*Noted, error) {
	n := &Noted{Exam: x}
	note := func(q *Questions, lookup func(sq int, occ uint64) uint64) func(sq int, occ uint64) uint64 {
		return func(sq int, occ uint64) uint64 {
			q.Squares, q.Occs = append(q.Squares, uint8(sq)), append(q.Occs, occ)
			return lookup(sq, occ)
		}
	}
	together := note(&n.Together, right.Rook)
	return n, x.Check(BothFuncs{
		Funcs{note(&n.Asked[board.Rook], right.Rook), note(&n.Asked[board.Bishop], right.Bishop),
			note(&n.Asked[board.Queen], func(sq int, occ uint64) uint64 { return right.Rook(sq, occ) | right.Bishop(sq, occ) })},
		func(sq int, occ uint64) (rook, bishop uint64) { return together(sq, occ), right.Bishop(sq, occ) },
	})
}

// CheckAnswers returns a *Mistake for the first wrong answer. The answers are to Asked and Together, in the same order. Queens, and pairs, that have none
// are not asked for.
func (n *Noted) CheckAnswers(answers [len(board.Pieces)][]uint64, rooks, bishops []uint64) error {
	replay := func(answers []uint64) func(int, uint64) uint64 {
		return func(int, uint64) (answer uint64) {
			answer, answers = answers[0], answers[1:]
			return answer
		}
	}
	single := Funcs{replay(answers[board.Rook]), replay(answers[board.Bishop]), replay(answers[board.Queen])}
	rook, bishop := replay(rooks), replay(bishops)
	switch {
	case len(rooks) > 0:
		return n.Check(BothFuncs{single, func(sq int, occ uint64) (uint64, uint64) { return rook(sq, occ), bishop(sq, occ) }})
	case len(answers[board.Queen]) > 0:
		return n.Check(single)
	}
	return n.Check(struct{ Technique }{single}) // without Queen
}
