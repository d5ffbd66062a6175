package harness

import (
	"fmt"
	"time"

	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
)

// Paces are what the time of a run is foretold by.
type Paces struct {
	Passes  map[results.Cell]time.Duration // that a cell's work takes once
	Checks  map[results.Cell]time.Duration // that its answers take to be compared, once in a process
	Corpora map[string]time.Duration       // that a corpus, by its name, takes to be made and answered by the walk
}

// Pace has every cell of a run do its work in this process, to see about how long that takes. It is an error if a budget is too
// short for that, and one at once if it is too short for the processes alone.
func Pace(run Run, budget time.Duration) (Paces, error) {
	if _, err := (Paces{}).TimeWithin(budget, run); err != nil {
		return Paces{}, err
	}
	p := Paces{map[results.Cell]time.Duration{}, map[results.Cell]time.Duration{}, map[string]time.Duration{}}
	m := measurer{Setup: run.Setup, corpora: map[string]*exam{}, sets: map[string]*setExam{}, replays: map[string]*replayExam{}}
	for _, c := range run.Cells {
		if c.Corpus == searched {
			continue
		}
		began := time.Now()
		work, err := m.work(c)
		if err != nil {
			return p, err
		}
		p.Corpora[c.Corpus] += time.Since(began)
		pass := time.Duration(0)
		for range 2 {
			began := time.Now()
			if err := work(); err != nil {
				return p, err
			}
			if took := time.Since(began); pass == 0 || took < pass {
				pass = took
			}
		}
		p.Passes[c] = pass
		switch techniques.Mode(c.Mode) {
		case techniques.Incremental:
			p.Checks[c] = time.Duration(m.replays[c.Corpus].passes() * float64(pass))
		case techniques.Batch, techniques.BatchBoth, techniques.Init: // every untimed pass is compared, and there is nothing to compare
		default:
			p.Checks[c] = 2 * pass // one by one, which is slower
		}
	}
	_, err := p.TimeWithin(budget, run)
	return p, err
}

// work gets ready what a cell is asked, and returns what asks it all once.
func (m *measurer) work(c results.Cell) (func() error, error) {
	j, err := resolve(c, m.Reference)
	if err != nil {
		return nil, err
	}
	var ask func()
	switch {
	case j.sets != nil:
		x, err := m.setExam(c.Corpus)
		if err != nil {
			return nil, err
		}
		ask = func() { m.sink = j.sets(x.Sets) }
	case j.replay != nil:
		x, err := m.replayExam(c.Corpus)
		if err != nil {
			return nil, err
		}
		x.answers(c.Piece)
		ask = func() { m.sink = j.replay(x.Replay) }
	case c.Mode == string(techniques.Init):
		return j.entry.Build, nil
	default:
		x, err := m.exam(c.Corpus)
		if err != nil {
			return nil, err
		}
		if ask = func() { m.sink = j.kernel(x.Questions) }; j.batch != nil {
			place := make([]uint64, techniques.BatchSize*len(answered(c)))
			ask = func() { inBatches(j.batch, x.Questions, place, nil) }
		}
	}
	return func() error { ask(); return nil }, nil
}

// LeastTime is a time for a cell in which every visit is one pass over its questions.
const LeastTime = Visits * time.Nanosecond

// TimeWithin returns how long each cell may be measured for in a round, so that the whole run takes about as long as a budget. It
// is an error if even visits of one pass take longer.
func (p Paces) TimeWithin(budget time.Duration, run Run) (time.Duration, error) {
	const (
		perProcess = 1200 * time.Millisecond // link, start
		perVisit   = time.Millisecond        // collection of garbage
		search     = 200 * time.Millisecond  // for factors
		overshoot  = 1.4                     // of testing.B
	)
	levels := run.Builds()
	if len(run.Levels) == 0 {
		levels = []string{""}
	}
	var visited, built []time.Duration // the passes of the cells of one round: those that it visits several times, and those once
	var fixed time.Duration
	for _, level := range levels {
		fixed += perProcess
		asked := map[string]bool{}
		for _, c := range run.CellsAt(level) {
			if !asked[c.Corpus] {
				asked[c.Corpus] = true
				fixed += p.Corpora[c.Corpus]
			}
			pass := p.Passes[c]
			switch {
			case c.Corpus == searched:
				fixed += perVisit + search
			case once(c):
				fixed += perVisit
				built = append(built, pass)
			default:
				// A visit does the work once untimed.
				fixed += Visits*(perVisit+pass) + p.Checks[c]
				visited = append(visited, pass)
			}
		}
	}
	// What one round takes, by the time of a visit: a cell whose work takes longer is timed for one pass.
	round := func(visit time.Duration) time.Duration {
		all := fixed
		for _, pass := range visited {
			all += Visits * max(time.Duration(overshoot*float64(visit)), pass)
		}
		for _, pass := range built {
			all += max(time.Duration(overshoot*Visits*float64(visit)), pass)
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
