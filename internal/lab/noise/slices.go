package noise

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/results"
)

// fewPositions is the largest number of slices in a pass for which a cell's slices are recorded.
const fewPositions = 4

// slicesHead is the first line of recorded slices.
const slicesHead = "load,round,cell,position:cycles of each slice of a visit, with ! where it is disturbed"

// recorded reports whether slices under a load are recorded: without load, and with the other processor busy 85 % of the time.
func recorded(load Load) bool {
	return load.Share == 0 || load.Where == "other" && load.Kind == machine.Compute && load.Share == 0.85
}

// WriteSlices writes the recorded slices, a line for each visit, from which tests simulate guards. slices.csv.gz has them compressed.
func (r *Report) WriteSlices(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, slicesHead)
	clean := r.Judges[0].Cleaner()
	for i := range r.Samples {
		s := &r.Samples[i]
		load := Loads[s.Load]
		if !recorded(load) {
			continue
		}
		if s.Visits[0].PassSlices > fewPositions {
			continue // such passes would fill the file
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

// Recorded has the slices of one cell in a slices.csv.gz.
type Recorded struct {
	Cell      grid.Cell
	Positions int                  // slices in a pass
	Processes [2][][]measure.Visit // without load, and with, the visits of each process
}

// RecordedReadings are canary readings that give recorded slices their state: a slice after reading 0 is clean, a slice after reading 1 is not. The clock is 1 GHz, so
// that nanoseconds are cycles.
var RecordedReadings = []machine.Reading{{Clock: 1, Turn: 1}, {Clock: 1, Turn: 1}, {Clock: 1, Turn: 99}}

// IsSlices reports whether WriteSlices has written a file, perhaps compressed.
func IsSlices(file []byte) bool {
	text, err := results.Decompress(file)
	return err == nil && strings.HasPrefix(string(text), slicesHead+"\n")
}

// ReadSlices reads what WriteSlices writes, perhaps compressed.
func ReadSlices(path string) (all []Recorded, err error) {
	text, err := results.ReadText(path)
	if err != nil {
		return nil, err
	}
	head, body, _ := strings.Cut(string(text), "\n")
	if head != slicesHead {
		return nil, fmt.Errorf("%s begins with %.60q, want %q", path, head, slicesHead)
	}
	lines := csv.NewReader(strings.NewReader(body))
	lines.FieldsPerRecord = 4
	places, process := map[grid.Cell]int{}, "" // index of a cell in all; the first three fields of the line before, which name a process
	for n := 2; ; n++ {
		fields, err := lines.Read()
		if err == io.EOF {
			break
		}
		var c grid.Cell
		var v measure.Visit
		if err == nil {
			c, err = grid.ParseName("BenchmarkAttacks/" + fields[2])
		}
		if err == nil {
			v, err = parseVisit(c, fields[3])
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		if _, ok := places[c]; !ok {
			places[c] = len(all)
			all = append(all, Recorded{Cell: c, Positions: v.PassSlices})
		}
		cell, load := &all[places[c]], 0
		if fields[0] != "0" {
			load = 1
		}
		if v.PassSlices != cell.Positions {
			return nil, fmt.Errorf("%s:%d: %d positions, other visits have %d", path, n, v.PassSlices, cell.Positions)
		}
		if this := strings.Join(fields[:3], ","); this != process {
			process = this
			cell.Processes[load] = append(cell.Processes[load], nil)
		}
		last := &cell.Processes[load][len(cell.Processes[load])-1]
		*last = append(*last, v)
	}
	for _, c := range all {
		if len(c.Processes[0]) == 0 || len(c.Processes[1]) == 0 {
			return nil, fmt.Errorf("%s: %v is not recorded with and without load", path, c.Cell)
		}
	}
	return all, nil
}

// parseVisit reads the slices of a visit: "0:1234 1:1300!".
func parseVisit(c grid.Cell, text string) (measure.Visit, error) {
	v := measure.Visit{Cell: c.String(), Passes: 1, Readings: RecordedReadings}
	for field := range strings.FieldsSeq(text) {
		var s measure.Slice
		var err error
		position, cycles, _ := strings.Cut(field, ":")
		cycles, disturbed := strings.CutSuffix(cycles, "!")
		if disturbed {
			s.Before = 1 // of RecordedReadings
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
