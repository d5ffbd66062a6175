package harness

import (
	"fmt"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/techniquestest"
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
			x.right[p][i] = techniquestest.Union(p, q.Sliders[i], occ)
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

// timeSets times a kernel of mode setwise, in which one lookup is one set. It asks about all sets once untimed, and compares the
// checksum of that and of the last timed pass with the right one.
func (m *measurer) timeSets(b *testing.B, j job, c results.Cell) error {
	x, err := m.setExam(c.Corpus)
	if err != nil {
		return err
	}
	want, err := x.check(j, c)
	if err != nil {
		return err
	}
	if err := sameSum(j.sets(x.Sets), want); err != nil {
		return err
	}
	for b.Loop() {
		m.sink = j.sets(x.Sets)
	}
	reportLookups(b, len(x.Occs))
	return sameSum(m.sink, want)
}

// sameSum compares the checksum of all answers in one pass with the right one.
func sameSum(got, want uint64) error {
	if got != want {
		return fmt.Errorf("checksum %#x over the whole corpus, want %#x: it is not measured", got, want)
	}
	return nil
}

// replayExam is a replay with the right answers to its questions.
type replayExam struct {
	techniques.Replay
	*exam
	sums map[string]uint64 // the right checksums of those, "technique piece", whose checksums of parts were found right
}

func (m *measurer) replayExam(corpus string) (*replayExam, error) {
	if x, ok := m.replays[corpus]; ok {
		return x, nil
	}
	r, err := NewReplay(corpus, m.Questions, m.Seed)
	if err != nil {
		return nil, err
	}
	x := &replayExam{r, newExam(r.Questions()), map[string]uint64{}}
	m.replays[corpus] = x
	return x, nil
}

// replayParts is of how many of its parts, from the beginning, the checksums of a replay are compared before it is timed.
const replayParts = 16

// check compares, once for each technique and piece, checksums of parts of the replay with the walk's, and returns that of all.
func (x *replayExam) check(j job, c results.Cell) (sum uint64, err error) {
	key := c.Technique + " " + c.Piece.String()
	if sum, ok := x.sums[key]; ok {
		return sum, nil
	}
	part, asked := x.Replay, 0
	for k := 1; k <= replayParts; k++ {
		part.Changes = x.Changes[:len(x.Changes)*k/replayParts]
		for ; asked < len(part.Changes)*x.Lookups; asked++ {
			sum ^= x.right[c.Piece][asked]
		}
		switch got := j.replay(part); {
		case unproved(c.Technique):
			sum = got
		case got != sum:
			return 0, fmt.Errorf("checksum %#x after %d moves, the walk's is %#x: it is not measured", got, len(part.Changes), sum)
		}
	}
	x.sums[key] = sum
	return sum, nil
}

// timeReplay times a kernel of mode incremental, in which making and unmaking the moves is part of the lookups. It plays all moves
// once untimed, and compares the checksum of that and of the last timed pass with the right one.
func (m *measurer) timeReplay(b *testing.B, j job, c results.Cell) error {
	x, err := m.replayExam(c.Corpus)
	if err != nil {
		return err
	}
	want, err := x.check(j, c)
	if err != nil {
		return err
	}
	if err := sameSum(j.replay(x.Replay), want); err != nil {
		return err
	}
	for b.Loop() {
		m.sink = j.replay(x.Replay)
	}
	reportLookups(b, len(x.right[c.Piece]))
	return sameSum(m.sink, want)
}
