package noise

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
)

// fewPositions is how many slices a pass has at most where they are recorded.
const fewPositions = 4

// slicesHead is the first line of recorded slices.
const slicesHead = "load,round,cell,position:cycles of each slice of a visit, with ! where it is disturbed"

// WriteSlices writes the slices of the quiet part, and of the one with the other processor busy 85 % of the time, a line for each visit:
// guards are simulated from them.
func (r *Report) WriteSlices(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, slicesHead)
	clean := r.Judges[0].Cleaner()
	for i := range r.Samples {
		s := &r.Samples[i]
		load := Loads()[s.Load]
		if load.Share != 0 && (load.Where != "other" || load.Kind != machine.Compute || load.Share != 0.85) {
			continue
		}
		if s.Visits[0].Positions > fewPositions {
			continue // slow ones would fill the file
		}
		for k := range s.Visits {
			v := &s.Visits[k]
			fmt.Fprintf(b, "%g,%d,%s,", load.Share, s.Round, strings.TrimPrefix(s.Cell.String(), "BenchmarkAttacks/"))
			for n, slice := range v.Slices {
				if n > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprintf(b, "%d:%.0f", slice.Position, v.Cycles(slice))
				if !clean(v, slice) {
					b.WriteByte('!')
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// Recorded is one cell of a slices.csv.
type Recorded struct {
	Cell      results.Cell
	Positions int                  // slices in a pass
	Processes [2][][]measure.Visit // without load, and with, the visits of each process
}

// RecordedReadings are the readings of all recorded visits: a slice after reading 0 is clean, and a slice after reading 1 is not. The
// clock is 1 GHz, so that nanoseconds are cycles.
var RecordedReadings = []machine.Reading{{Clock: 1, Turn: 1}, {Clock: 1, Turn: 1}, {Clock: 1, Turn: 99}}

// ReadSlices reads what WriteSlices writes.
func ReadSlices(path string) ([]Recorded, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	if lines.Scan(); lines.Text() != slicesHead {
		return nil, fmt.Errorf("%s begins with %.60q, want %q", path, lines.Text(), slicesHead)
	}
	var all []Recorded
	places := map[results.Cell]int{}
	processes := map[string]int{} // by load, round and cell
	for n := 2; lines.Scan(); n++ {
		bad := func(what string) error { return fmt.Errorf("%s:%d: %s", path, n, what) }
		fields := strings.Split(lines.Text(), ",")
		if len(fields) != 4 {
			return nil, bad("want load,round,cell,slices")
		}
		c, err := results.ParseName("BenchmarkAttacks/" + fields[2])
		if err != nil {
			return nil, bad(err.Error())
		}
		place, ok := places[c]
		if !ok {
			place = len(all)
			places[c] = place
			all = append(all, Recorded{Cell: c})
		}
		r := &all[place]
		v := measure.Visit{Cell: c.String(), Passes: 1, Readings: RecordedReadings}
		for field := range strings.FieldsSeq(fields[3]) {
			var s measure.Slice
			position, cycles, _ := strings.Cut(field, ":")
			cycles, disturbed := strings.CutSuffix(cycles, "!")
			if disturbed {
				s.Before = 1
			}
			if s.Position, err = strconv.Atoi(position); err != nil {
				return nil, bad(err.Error())
			}
			if s.NS, err = strconv.ParseFloat(cycles, 64); err != nil {
				return nil, bad(err.Error())
			}
			v.Positions = max(v.Positions, s.Position+1)
			v.Slices = append(v.Slices, s)
		}
		if err := v.Check(); err != nil {
			return nil, bad(err.Error())
		}
		if r.Positions == 0 {
			r.Positions = v.Positions
		}
		if v.Positions != r.Positions {
			return nil, bad(fmt.Sprintf("%d positions, other visits have %d", v.Positions, r.Positions))
		}
		load := 0
		if fields[0] != "0" {
			load = 1
		}
		process := strings.Join(fields[:3], ",")
		at, ok := processes[process]
		if !ok {
			at = len(r.Processes[load])
			processes[process] = at
			r.Processes[load] = append(r.Processes[load], nil)
		}
		r.Processes[load][at] = append(r.Processes[load][at], v)
	}
	for _, r := range all {
		if len(r.Processes[0]) == 0 || len(r.Processes[1]) == 0 {
			return nil, fmt.Errorf("%s: %v is not recorded with and without load", path, r.Cell)
		}
	}
	return all, lines.Err()
}
