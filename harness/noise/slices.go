package noise

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
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

// recorded reports whether slices under a load are recorded: those of the quiet part, and of the one with the other processor busy 85 % of the time.
func recorded(load Load) bool {
	return load.Share == 0 || load.Where == "other" && load.Kind == machine.Compute && load.Share == 0.85
}

// WriteSlices writes the recorded slices, a line for each visit: guards are simulated from them. A slices.csv.gz has them compressed.
func (r *Report) WriteSlices(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, slicesHead)
	clean := r.Judges[0].Cleaner()
	for i := range r.Samples {
		s := &r.Samples[i]
		load := Loads()[s.Load]
		if !recorded(load) {
			continue
		}
		if s.Visits[0].PassSlices > fewPositions {
			continue // slow ones would fill the file
		}
		for _, v := range slices.Concat(s.Visits, s.Further) {
			fmt.Fprintf(b, "%g,%d,%s,", load.Share, s.Round, strings.TrimPrefix(s.Cell.String(), "BenchmarkAttacks/"))
			for n, slice := range v.Slices {
				if n > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprintf(b, "%d:%.0f", slice.Index, v.Cycles(slice))
				if !clean(&v, slice) {
					b.WriteByte('!')
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.Flush()
}

// Recorded is one cell of a slices.csv.gz.
type Recorded struct {
	Cell      results.Cell
	Positions int                  // slices in a pass
	Processes [2][][]measure.Visit // without load, and with, the visits of each process
}

// RecordedReadings are the readings of all recorded visits: a slice after reading 0 is clean, and a slice after reading 1 is not. The
// clock is 1 GHz, so that nanoseconds are cycles.
var RecordedReadings = []machine.Reading{{Clock: 1, Turn: 1}, {Clock: 1, Turn: 1}, {Clock: 1, Turn: 99}}

// IsSlices reports whether a file, perhaps compressed, is what WriteSlices has written.
func IsSlices(file []byte) bool {
	text, err := results.Plain(file)
	return err == nil && strings.HasPrefix(string(text), slicesHead+"\n")
}

// ReadSlices reads what WriteSlices writes, perhaps compressed.
func ReadSlices(path string) ([]Recorded, error) {
	text, err := results.ReadPlain(path)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	if lines.Scan(); lines.Text() != slicesHead {
		return nil, fmt.Errorf("%s begins with %.60q, want %q", path, lines.Text(), slicesHead)
	}
	r := reader{places: map[results.Cell]int{}, processes: map[string]int{}}
	for n := 2; lines.Scan(); n++ {
		if err := r.add(lines.Text()); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	for _, c := range r.all {
		if len(c.Processes[0]) == 0 || len(c.Processes[1]) == 0 {
			return nil, fmt.Errorf("%s: %v is not recorded with and without load", path, c.Cell)
		}
	}
	return r.all, lines.Err()
}

// reader collects the lines of a slices.csv.gz.
type reader struct {
	all       []Recorded
	places    map[results.Cell]int // in all
	processes map[string]int       // in a cell's, by load, round and cell
}

// add takes a line: load, round, cell and slices of a visit.
func (r *reader) add(line string) error {
	fields := strings.Split(line, ",")
	if len(fields) != 4 {
		return errors.New("want load,round,cell,slices")
	}
	c, err := results.ParseName("BenchmarkAttacks/" + fields[2])
	if err != nil {
		return err
	}
	v, err := parseVisit(c, fields[3])
	if err != nil {
		return err
	}
	place, ok := r.places[c]
	if !ok {
		place = len(r.all)
		r.places[c] = place
		r.all = append(r.all, Recorded{Cell: c, Positions: v.PassSlices})
	}
	cell := &r.all[place]
	if v.PassSlices != cell.Positions {
		return fmt.Errorf("%d positions, other visits have %d", v.PassSlices, cell.Positions)
	}
	load := 0
	if fields[0] != "0" {
		load = 1
	}
	process := strings.Join(fields[:3], ",")
	at, ok := r.processes[process]
	if !ok {
		at = len(cell.Processes[load])
		r.processes[process] = at
		cell.Processes[load] = append(cell.Processes[load], nil)
	}
	cell.Processes[load][at] = append(cell.Processes[load][at], v)
	return nil
}

// parseVisit reads the slices of a visit: "0:1234 1:1300!".
func parseVisit(c results.Cell, slices string) (measure.Visit, error) {
	v := measure.Visit{Cell: c.String(), Passes: 1, Readings: RecordedReadings}
	for field := range strings.FieldsSeq(slices) {
		var s measure.Slice
		var err error
		position, cycles, _ := strings.Cut(field, ":")
		cycles, disturbed := strings.CutSuffix(cycles, "!")
		if disturbed {
			s.Before = 1
		}
		if s.Index, err = strconv.Atoi(position); err != nil {
			return v, err
		}
		if s.NS, err = strconv.ParseFloat(cycles, 64); err != nil {
			return v, err
		}
		v.PassSlices = max(v.PassSlices, s.Index+1)
		v.Slices = append(v.Slices, s)
	}
	return v, v.Check()
}
