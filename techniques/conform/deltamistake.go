package conform

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/board"
)

// DeltaMistake is a wrong delta. As an error it is a line that names the question, and boards beside each other: before and after, and some of the threats that
// are missing or too many, of which asterisks mark the squares that change. Below are the position, a diagnosis, and how many answers are wrong.
type DeltaMistake struct {
	Missing, TooMany []board.Threat // TooMany may have a threat that is right once
	Complaint        string         // about the list or the board; "" if threats are wrong
	Panic            any            // what the function panicked with, or nil
	Random           bool           // asked again, the answer was another one
	Diagnosis        string         // a line that explains all wrong answers, "" if no known cause does
	Counts           string         // lines: how many answers are wrong

	question deltaQuestion
}

// newDeltaMistake compares an answer with what is right.
func newDeltaMistake(q deltaQuestion, a deltaAnswer) *DeltaMistake {
	m := &DeltaMistake{question: q.clone(), Complaint: a.complaint, Panic: a.panicked}
	if a.complaint != "" || a.panicked != nil {
		return m
	}
	for i, t := range a.list {
		if kind := t.Attacker().Kind(); t.From() > 63 || t.To() > 63 || kind < board.ManPawn || kind > board.ManKing {
			m.Complaint = fmt.Sprintf("entry %d is no threat: %#08x", i, uint32(t))
			if t == unwritten {
				m.Complaint = fmt.Sprintf("entry %d is counted by N, and not written", i)
			}
			return m
		}
	}
	want, got := net(rightDelta(q)), net(a.list)
	surplus := func(a, b map[board.Threat]int) (more []board.Threat) { // the threats that a has more often than b
		for t, n := range a {
			for range n - b[t] { // none if that is negative
				more = append(more, t)
			}
		}
		slices.Sort(more)
		return more
	}
	m.Missing, m.TooMany = surplus(want, got), surplus(got, want)
	return m
}

// countingMost is about how many answers are counted, from all over an exam; time may end it before.
var countingMost = 1 << 18

// rightDelta returns the right answer.
func rightDelta(q deltaQuestion) []board.Threat {
	var d board.Delta
	q.list(&d)
	return d.All()
}

// net returns how often each threat appears, or vanishes, more often than the other way round.
func net(list []board.Threat) map[board.Threat]int {
	counts := map[board.Threat]int{}
	for _, t := range list {
		if other := t ^ board.Appears; counts[other] > 0 {
			counts[other]--
		} else {
			counts[t]++
		}
	}
	return counts
}

func (m *DeltaMistake) Error() string {
	var wrong []string
	for _, part := range [...]struct {
		list []board.Threat
		what string
	}{{m.Missing, "missing"}, {m.TooMany, "too many"}} {
		if n := len(part.list); n > 0 {
			wrong = append(wrong, fmt.Sprintf("%d %s", n, part.what))
		}
	}
	what := " are wrong: " + strings.Join(wrong, ", ")
	switch {
	case m.Panic != nil:
		what = fmt.Sprintf(": the function panics: %v", m.Panic)
	case m.Complaint != "":
		what = ": " + m.Complaint
	case m.Random:
		what = " are others when asked again: they depend on the calls before, or on chance"
	}
	before, after := m.question.boards()
	columns := []column{placed("before", "", &before), placed("after", "", &after)}
	for i := range 3 { // missing ones and superfluous ones by turns, up to three together
		for _, part := range [...]struct {
			list  []board.Threat
			title string
		}{{m.Missing, "missing"}, {m.TooMany, "too many"}} {
			if i < len(part.list) && len(columns) < 5 {
				columns = append(columns, m.picture(part.title, part.list[i]))
			}
		}
	}
	return fmt.Sprintf("threats of %v%s\n%s%s%s%s", m.question, what, draw(columns...), m.question.position(), m.Diagnosis, m.Counts)
}

// placed draws a board.
func placed(title, set string, men *board.Men) column {
	c := column{title: title, set: set}
	for rank := 7; rank >= 0; rank-- {
		var row []string
		for _, man := range men[8*rank : 8*rank+8] {
			row = append(row, man.String())
		}
		c.ranks = append(c.ranks, strings.Join(row, " "))
	}
	return c
}

// picture draws the two men of a threat, and asterisks where men change.
func (m *DeltaMistake) picture(title string, t board.Threat) column {
	c := column{title: title, set: t.String()}
	before, after := m.question.boards()
	for rank := 7; rank >= 0; rank-- {
		var row []string
		for sq := 8 * rank; sq < 8*rank+8; sq++ {
			switch mark := "."; {
			case sq == t.From():
				row = append(row, t.Attacker().String())
			case sq == t.To():
				row = append(row, t.Victim().String())
			default:
				if before[sq] != after[sq] {
					mark = "*"
				}
				row = append(row, mark)
			}
		}
		c.ranks = append(c.ranks, strings.Join(row, " "))
	}
	return c
}

// deltaAnswer is an answer to a question, with what is wrong about it.
type deltaAnswer struct {
	list      []board.Threat
	complaint string
	panicked  any
}

func (a deltaAnswer) right(q deltaQuestion) bool {
	var want board.Delta
	q.list(&want)
	return a.complaint == "" && a.panicked == nil && board.ThreatSum(a.list) == want.Sum()
}

// examine finds out more of a wrong answer: whether it is the same when asked again, the fewest men that keep it wrong, and the cause of all wrong answers. It counts
// these by asking some of the exam's questions, as long as there is time.
func (m *DeltaMistake) examine(questions exam[deltaQuestion], ask func(deltaQuestion) deltaAnswer) {
	reply := func() string {
		a := ask(m.question)
		return fmt.Sprint(net(a.list), a.complaint, a.panicked)
	}
	forget := func() { // asks some more questions, so that a function with a memory forgets this one
		const some = 128
		asked := 0
		questions.each(func(q deltaQuestion) bool {
			if asked++; questions.mixed || asked%(1+questions.about/some) == 0 { // the first ones if they are mixed, else from all over the exam
				ask(q)
			}
			return !questions.mixed || asked < some
		})
	}
	forget()
	first := reply()
	for i := range repetitions {
		if m.Random = reply() != first; m.Random {
			return
		}
		if i == 0 {
			forget()
		}
	}
	if m.Random = ask(m.question).right(m.question); m.Random { // always the same, but not as at first
		return
	}
	smallest(m.question.spare(), func(men uint64) bool {
		fewer := m.question.only(men)
		if fewer == nil {
			return false
		}
		a := ask(fewer)
		if a.right(fewer) || (a.panicked == nil) != (m.Panic == nil) || (a.complaint == "") != (m.Complaint == "") {
			return false
		}
		*m = *newDeltaMistake(fewer, a)
		return true
	})
	const most = 1 << 10
	var wrong []*DeltaMistake // at most so many, drawn among all
	all, ended, rng := 0, false, rand.New(rand.NewPCG(1, 1))
	counts := map[string]*count{}
	longest, shortest := 0, board.MostThreats // the lengths of the longest right list and the shortest wrong list
	until, n := time.Now().Add(countingTime), 0
	const block = 48 // questions in turn: of exams that are not mixed, one block in so many is asked
	asked := 0
	questions.each(func(q deltaQuestion) bool {
		if asked++; !questions.mixed && asked/block%max(1, questions.about/countingMost) != 0 {
			return true
		}
		a, kind := ask(q), q.kind()
		if counts[kind] == nil {
			counts[kind] = &count{name: kind}
		}
		counts[kind].asked++
		if long := len(rightDelta(q)); a.right(q) {
			longest = max(longest, long)
		} else {
			shortest = min(shortest, long)
			counts[kind].wrong++
			if all++; len(wrong) < most {
				wrong = append(wrong, newDeltaMistake(q, a))
			} else if i := rng.IntN(all); i < most {
				wrong[i] = newDeltaMistake(q, a)
			}
		}
		n++
		ended = questions.mixed && n >= countingMost || n%64 == 0 && time.Now().After(until)
		return !ended
	})
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		if c := counts[kind]; c.wrong > 0 {
			m.Counts += fmt.Sprintf("%s: %d of %d are wrong\n", kind, c.wrong, c.asked)
		} else {
			m.Counts += fmt.Sprintf("%s: all %d are right\n", kind, c.asked)
		}
	}
	if ended {
		m.Counts += fmt.Sprintf("counting ended after %d questions\n", n)
	}
	if m.Diagnosis = diagnoseDeltas(wrong, ask); m.Diagnosis == "" && shortest > longest && longest > 3 && all > most/100 { // less of both may be chance
		m.Diagnosis = fmt.Sprintf("diagnosis: lists of more than %d threats are wrong, and all shorter ones right\n", longest)
	}
}
