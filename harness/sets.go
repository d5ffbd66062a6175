package harness

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
)

// setExam is a corpus of sets with the right answers.
type setExam struct {
	techniques.Sets
	right  [len(board.Pieces)][]uint64
	passed map[string]uint64 // the right checksums of those, "technique piece", whose answers were found right
}

func (m *measurer) setExam(corpus string) (*setExam, error) {
	if x, ok := m.sets[corpus]; ok {
		return x, nil
	}
	q, err := NewSets(corpus, m.Questions, m.Seed)
	if err != nil {
		return nil, err
	}
	x := &setExam{Sets: q, passed: map[string]uint64{}}
	for _, p := range board.Pieces {
		x.right[p] = make([]uint64, len(q.Occs))
		for i, occ := range q.Occs {
			x.right[p][i] = conform.Union(p, q.Sliders[i], occ)
		}
	}
	m.sets[corpus] = x
	return x, nil
}

// check asks a kernel about each set by itself, once for each technique and piece, compares the answers with the walk's, and
// returns the checksum of all.
func (x *setExam) check(j job, c results.Cell) (sum uint64, err error) {
	key := c.Technique + " " + c.Piece.String()
	if sum, ok := x.passed[key]; ok {
		return sum, nil
	}
	for i, right := range x.right[c.Piece] {
		got := j.sets(techniques.Sets{Sliders: x.Sliders[i : i+1], Occs: x.Occs[i : i+1]})
		if got != right && !unproved(c.Technique) {
			return 0, fmt.Errorf("the answer for the sliders %#x under the occupancy %#x is not the walk's: it is not measured", x.Sliders[i], x.Occs[i])
		}
		sum ^= got
	}
	x.passed[key] = sum
	return sum, nil
}

// proveSets asks about each set by itself, and compares the checksum of all.
func (m *measurer) proveSets(j job, c results.Cell) (*work, error) {
	x, err := m.setExam(c.Corpus)
	if err != nil {
		return nil, err
	}
	want, err := x.check(j, c)
	return &work{
		units: len(x.Occs), answers: len(x.Occs), want: want,
		do: func(i, k int) uint64 { return j.sets(techniques.Sets{Sliders: x.Sliders[i:k], Occs: x.Occs[i:k]}) },
	}, err
}

// replayExam is a replay with the right answers to its questions.
type replayExam struct {
	techniques.Replay
	occs      []uint64          // before each change
	few       techniques.Replay // the same with at most replayLookups after each change
	questions techniques.Questions
	right     [len(board.Pieces)][]uint64 // by piece, nil until asked for
	sums      map[string]uint64           // the right checksums of those, "technique piece", whose checksums of parts were found right
}

func (m *measurer) replayExam(corpus string) (*replayExam, error) {
	if x, ok := m.replays[corpus]; ok {
		return x, nil
	}
	r, err := NewReplay(corpus, m.Questions, m.Seed)
	if err != nil {
		return nil, err
	}
	x := &replayExam{Replay: r, few: r, questions: r.Questions(), sums: map[string]uint64{}}
	x.few.Lookups, x.few.Squares = min(replayLookups, r.Lookups), nil
	occ := r.Occ
	for i, c := range r.Changes {
		x.occs, occ = append(x.occs, occ), occ^(c.Off|c.On)
		x.few.Squares = append(x.few.Squares, r.Squares[i*r.Lookups:][:x.few.Lookups]...)
	}
	m.replays[corpus] = x
	return x, nil
}

// replayLookups is how many lookups after a change the parts of a replay are compared by: that more of them are right, the checksum of
// the whole replay shows.
const replayLookups = 4

// answers returns the walk's answers for a piece.
func (x *replayExam) answers(p board.Piece) []uint64 {
	if x.right[p] == nil {
		x.right[p] = answers(x.questions, func(sq int, occ uint64) uint64 { return board.Walk(p, sq, occ) })
	}
	return x.right[p]
}

// replayParts returns of how many of its changes, from the beginning, the checksums of a replay are compared before it is timed:
// after each of the first 256, in which two mistakes cannot cancel unseen, and of sixteen parts, the last of which is the whole.
func replayParts(changes int) (parts []int) {
	for n := range min(256, changes) {
		parts = append(parts, n+1)
	}
	for k := 1; k <= 16; k++ {
		parts = append(parts, max(1, changes*k/16))
	}
	slices.Sort(parts)
	return slices.Compact(parts)
}

// check compares, once for each technique and piece, checksums of parts of the replay with the walk's, and returns the right one of
// the whole.
func (x *replayExam) check(j job, c results.Cell) (sum uint64, err error) {
	key := c.Technique + " " + c.Piece.String()
	if sum, ok := x.sums[key]; ok {
		return sum, nil
	}
	if unproved(c.Technique) {
		return j.replay(x.Replay), nil
	}
	part, made, right := x.few, 0, x.answers(c.Piece)
	for _, n := range replayParts(len(x.Changes)) {
		part.Changes = x.Changes[:n]
		for ; made < n; made++ {
			for _, attacks := range right[made*x.Lookups:][:part.Lookups] {
				sum ^= attacks
			}
		}
		if got := j.replay(part); got != sum {
			return 0, fmt.Errorf("checksum %#x after change %d, the walk's is %#x: it is not measured", got, n, sum)
		}
	}
	sum = 0
	for _, attacks := range right {
		sum ^= attacks
	}
	x.sums[key] = sum
	return sum, nil
}

// proveReplay compares parts of a replay. Making and unmaking the moves is part of the lookups; so is getting a state ready at the
// beginning of a slice.
func (m *measurer) proveReplay(j job, c results.Cell) (*work, error) {
	x, err := m.replayExam(c.Corpus)
	if err != nil {
		return nil, err
	}
	want, err := x.check(j, c)
	return &work{
		units: len(x.Changes), answers: len(x.Squares), want: want,
		do: func(i, k int) uint64 {
			return j.replay(techniques.Replay{
				Occ: x.occs[i], Lookups: x.Lookups, Changes: x.Changes[i:k], Squares: x.Squares[i*x.Lookups : k*x.Lookups],
			})
		},
	}, err
}
