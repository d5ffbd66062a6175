package measure

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

// Look reads the canaries of every CPU that a run may measure on for d in all, and returns the quietest, why, and its readings. now is the CPU where
// the run is, -1 for none, which it leaves only for one that is clearly quieter. Of more CPUs than there is time for, it draws some. Where the system pins no
// threads, the CPU is -1.
func Look(now int, j *Judge, d time.Duration) (cpu int, why string, readings []machine.Reading, err error) {
	candidates, err := machine.Candidates()
	if err != nil {
		readings, err := machine.Watch(-1, d)
		_, why := machine.ChooseCPU()
		return -1, why, readings, err
	}
	candidates = drawn(candidates, now, int(d/(turns*shortest)), rand.Perm(len(candidates)))
	seen, err := look(candidates, j, d)
	if err != nil {
		return now, "", nil, err
	}
	cpu, why = machine.Quietest(candidates, now)
	for i, c := range candidates {
		if c.CPU == cpu {
			readings = seen[i]
		}
	}
	return cpu, why, readings, nil
}

// look sets the candidates' Clean, and returns their readings.
func look(candidates []machine.Candidate, j *Judge, d time.Duration) (seen [][]machine.Reading, err error) {
	if seen, err = watch(candidates, d, machine.Watch); err == nil {
		share(candidates, seen, j)
	}
	return seen, err
}

// A look visits each CPU in turns, as disturbances last for a while, and each time for longer than a scheduler lets another program run.
const (
	turns    = 2
	shortest = 5 * time.Millisecond
)

// drawn returns so many of the candidates, two at least: that of now, and then those that come first in an order.
func drawn(candidates []machine.Candidate, now, most int, order []int) (some []machine.Candidate) {
	for _, i := range order {
		if c := candidates[i]; c.CPU == now {
			some = slices.Insert(some, 0, c)
		} else {
			some = append(some, c)
		}
	}
	return some[:min(len(some), max(2, most))]
}

// watch returns the readings of each candidate.
func watch(candidates []machine.Candidate, d time.Duration, watch func(cpu int, d time.Duration) ([]machine.Reading, error)) ([][]machine.Reading, error) {
	seen := make([][]machine.Reading, len(candidates))
	for range turns {
		for i, c := range candidates {
			readings, err := watch(c.CPU, d/time.Duration(turns*len(candidates)))
			if err != nil {
				return nil, err
			}
			seen[i] = append(seen[i], readings...)
		}
	}
	return seen, nil
}

// share sets each candidate's Clean: its number of undisturbed readings, in parts of the largest number of readings that any candidate had in the same time. A
// program on the very same CPU leaves most readings undisturbed, but there are fewer of them. Where hardly any reading is undisturbed by what the judge knows, the
// quietest of these readings stand for undisturbed ones.
func share(candidates []machine.Candidate, seen [][]machine.Reading, j *Judge) {
	fresh, most := Judge{}, 1
	for _, readings := range seen {
		fresh.Add(readings...)
		most = max(most, len(readings))
	}
	undisturbed := func(limit float64) (all int) {
		for i, readings := range seen {
			clean := 0
			for _, r := range readings {
				if r.Turn <= limit {
					clean++
				}
			}
			candidates[i].Clean = float64(clean) / float64(most)
			all += clean
		}
		return all
	}
	if float64(undisturbed(min(j.Limit(), fresh.Limit()))) < quietest*float64(fresh.all) {
		undisturbed(fresh.Limit())
	}
}
