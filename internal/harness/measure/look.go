package measure

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
)

// Look watches the CPUs that a run may measure on, for d in total, and returns the quietest, the reason, and the readings there. now is the run's present CPU, -1
// for none; Look leaves it only for a clearly quieter CPU. Of too many CPUs for the time, Look draws some. If threads cannot be pinned, the CPU is -1.
func Look(now int, j *Judge, d time.Duration) (cpu int, why string, readings []machine.Reading, err error) {
	candidates, err := machine.Candidates()
	if err != nil {
		readings, err := machine.Watch(-1, d)
		_, why := machine.ChooseCPU()
		return -1, why, readings, err
	}
	candidates = drawn(candidates, now, int(d/(timesPerCPU*shortest)), rand.Perm(len(candidates)))
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

// look watches candidates for d in total, sets the Clean of each, and returns the readings of each.
func look(candidates []machine.Candidate, j *Judge, d time.Duration) (seen [][]machine.Reading, err error) {
	if seen, err = watch(candidates, d, machine.Watch); err == nil {
		setClean(candidates, seen, j)
	}
	return seen, err
}

// A look watches each CPU several times, as disturbances last for a while, and each time for longer than a scheduler lets another program run.
const (
	timesPerCPU = 2
	shortest    = 5 * time.Millisecond
)

// drawn returns at most limit candidates, but at least two if there are two: first the CPU now, if it is a candidate, then the others in an order of indices.
func drawn(candidates []machine.Candidate, now, limit int, order []int) (some []machine.Candidate) {
	for _, i := range order {
		if c := candidates[i]; c.CPU == now {
			some = slices.Insert(some, 0, c)
		} else {
			some = append(some, c)
		}
	}
	return some[:min(len(some), max(2, limit))]
}

// watch calls watchOne, which is machine.Watch, for each candidate's CPU in turn, for d in total, and returns the readings of each.
func watch(candidates []machine.Candidate, d time.Duration, watchOne func(cpu int, d time.Duration) ([]machine.Reading, error)) ([][]machine.Reading, error) {
	seen := make([][]machine.Reading, len(candidates))
	for range timesPerCPU {
		for i, c := range candidates {
			readings, err := watchOne(c.CPU, d/time.Duration(timesPerCPU*len(candidates)))
			if err != nil {
				return nil, err
			}
			seen[i] = append(seen[i], readings...)
		}
	}
	return seen, nil
}

// setClean sets each candidate's Clean: its number of undisturbed readings, divided by the largest number of readings of any candidate in the same time, as a
// program on the very same CPU costs readings. If hardly any reading is within the judge's limit, the limit comes from these readings alone.
func setClean(candidates []machine.Candidate, seen [][]machine.Reading, j *Judge) {
	fresh, most := Judge{}, 1 // fresh knows these readings alone; most divides, so it is not 0 where there are none
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
