package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/slidebench/slidebench/magic/search/factors"
)

// placing is a set with offsets and rotations, and a record of the search for them.
type placing struct {
	set    *factors.Set
	source []string // where the factors come from
	from   string   // the files of the factors, as --from names them
	seed   uint64
	tries  int
	runs   int           // a search and how often it was resumed
	cpu    time.Duration // processor time of all runs
}

// The comment lines of a state begin like this, except for those of the set whose factors were placed.
const (
	placedFrom = "factors: "
	placedBy   = "placed: "
)

const placedFormat = placedBy + "seed %d, tries %d, runs %d, CPU seconds %f"

// text returns the set as CSV with comment lines that parsePlacing understands.
func (r *placing) text() []byte {
	set := *r.set
	set.Source = slices.Clone(r.source)
	if r.from != "" {
		set.Source = append(set.Source, placedFrom+r.from)
	}
	set.Source = append(set.Source, fmt.Sprintf(placedFormat, r.seed, r.tries, r.runs, r.cpu.Seconds()))
	var b bytes.Buffer
	_ = set.WriteCSV(&b) // writing to a buffer never fails
	return b.Bytes()
}

// parsePlacing is the inverse of placing.text.
func parsePlacing(text []byte) (*placing, error) {
	set, err := factors.Read(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r := placing{set: set}
	for _, line := range set.Source {
		if from, ok := strings.CutPrefix(line, placedFrom); ok {
			r.from = from
		} else if strings.HasPrefix(line, placedBy) {
			var seconds float64
			if _, err := fmt.Sscanf(line, placedFormat, &r.seed, &r.tries, &r.runs, &seconds); err != nil {
				return nil, fmt.Errorf("comment %q (want %q)", line, placedFormat)
			}
			r.cpu = time.Duration(seconds * float64(time.Second))
		} else {
			r.source = append(r.source, line)
		}
	}
	if r.runs == 0 {
		return nil, fmt.Errorf("no comment %q", placedBy)
	}
	return &r, nil
}

// birth returns the lines of the set's source: the command that places the set, its cost, and where its factors come from.
func (r *placing) birth() []string {
	command := fmt.Sprintf("findmagic overlay --content %v", r.set.Content)
	if r.from != "" {
		command += " --from " + r.from
	}
	lines := []string{
		fmt.Sprintf("%s --seed %d --tries %d", command, r.seed, r.tries),
		fmt.Sprintf("tries: %d", r.tries),
		fmt.Sprintf("runs: %d", r.runs), // a resumed search makes other tries than one long run
		fmt.Sprintf("CPU seconds: %.1f", r.cpu.Seconds()),
	}
	return append(lines, r.source...)
}
