package harness

import (
	"fmt"
	"time"

	"github.com/slidebench/slidebench/harness/results"
)

// Paces are how long cells take to do their work once.
type Paces map[results.Cell]time.Duration

// Pace has every cell of a run do its work once in this process, to see about how long that takes.
func Pace(run Run) (Paces, error) {
	corpus, err := NewCorpus(results.DefaultCorpus, run.Questions, run.Seed)
	if err != nil {
		return nil, err
	}
	paces, m := Paces{}, measurer{}
	answers := make([]uint64, 2*len(corpus.Occs)) // of mode batchboth
	for _, c := range run.Cells {
		j, err := resolve(c, run.Reference)
		if err != nil {
			return nil, err
		}
		work := func() { err = j.entry.Build() }
		switch {
		case once(c):
			continue
		case j.kernel != nil:
			work = func() { m.sink = j.kernel(corpus) }
		case j.batch != nil:
			work = func() { j.batch(answers[:len(corpus.Occs)*len(answered(c))], corpus) }
		case j.sets != nil:
			sets, err := NewSets(c.Corpus, run.Questions, run.Seed)
			if err != nil {
				return nil, err
			}
			work = func() { m.sink = j.sets(sets) }
		case j.replay != nil:
			replay, err := NewReplay(c.Corpus, run.Questions, run.Seed)
			if err != nil {
				return nil, err
			}
			work = func() { m.sink = j.replay(replay) }
		}
		began := time.Now()
		if work(); err != nil {
			return nil, err
		}
		paces[c] = time.Since(began)
	}
	return paces, nil
}

// TimeWithin returns how long each cell may be measured for in a round, so that the whole run takes about as long as a budget.
func (p Paces) TimeWithin(budget time.Duration, run Run) (time.Duration, error) {
	const (
		perProcess = 1200 * time.Millisecond // link, start, check
		perVisit   = time.Millisecond        // collection of garbage
		search     = 200 * time.Millisecond  // for factors, once in a round
		overshoot  = 1.4                     // of testing.B
	)
	levels := run.Levels
	if len(levels) == 0 {
		levels = []string{""}
	}
	var passes []time.Duration // of the cells of one round
	fixed := time.Duration(len(levels)) * perProcess
	for _, level := range levels {
		for _, c := range run.CellsAt(level) {
			if once(c) {
				fixed += search
				continue
			}
			// A visit does the work once untimed.
			fixed += Visits * (perVisit + p[c])
			passes = append(passes, p[c])
		}
	}
	// What one round takes, by the time of a visit: a cell whose work takes longer is timed for one pass.
	round := func(visit time.Duration) time.Duration {
		all := fixed
		for _, pass := range passes {
			all += Visits * max(time.Duration(overshoot*float64(visit)), pass)
		}
		return all
	}
	of := budget / time.Duration(run.Rounds)
	if least := round(0); least > of {
		return 0, fmt.Errorf("a budget of %v is too short for %d processes of %d cells, which take %v (use fewer --rounds, --levels or --technique)",
			budget, run.Rounds*len(levels), len(run.Cells), (least * time.Duration(run.Rounds)).Round(time.Second))
	}
	low, high := time.Duration(1), of
	for high-low > time.Microsecond {
		if middle := (low + high) / 2; round(middle) <= of {
			low = middle
		} else {
			high = middle
		}
	}
	return low * Visits, nil
}
