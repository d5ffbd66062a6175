package guard

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Rehearsal is a kind of guard whose right answer is known: head is a copy of base, in some kinds with one technique made slower.
type Rehearsal struct {
	Name      string
	Named     bool    // the slower technique is named to the guard, else it guards the whole catalogue
	Times     float64 // how many times as long a technique of head takes, 0 for equal trees
	Threshold float64
}

// Rehearsals are the kinds whose answers are counted: by the first the false alarms, by the others the power.
var Rehearsals = []Rehearsal{
	{Name: "equal", Threshold: usual},
	{Name: "whole", Times: 1.02, Threshold: usual},
	{Name: "named", Named: true, Times: 1.01, Threshold: usual / 2},
}

// Outcome is the answer of a rehearsal.
type Outcome struct {
	Started    time.Time
	Commit     string // of both sides
	Rehearsal  string // the kind's name
	Technique  string // that was made slower, "" for none
	Cells      int
	Rounds     int
	Took       time.Duration
	Disturbed  float64 // share of all canaries
	Found      bool    // the slower technique, or a cell of it, is called slower
	Blamed     []string
	Unmeasured int // cells
}

// Rehearse has a guard compare a commit of the source tree around the working directory with a copy of it. The technique that is made slower is
// drawn from those that are guarded.
func (g Guard) Rehearse(ctx context.Context, kind Rehearsal, ref string) (o Outcome, err error) {
	root, err := source.Tree(".")
	if err != nil {
		return o, err
	}
	o = Outcome{Started: time.Now().UTC().Truncate(time.Second), Rehearsal: kind.Name}
	if o.Commit, err = source.Commit(root, ref); err != nil {
		return o, err
	}
	temp, err := temporary.Folder()
	if err != nil {
		return o, err
	}
	defer temporary.Remove(temp)
	roots := [2]string{filepath.Join(temp, "base"), filepath.Join(temp, "head")}
	for _, tree := range roots {
		if err := source.CheckOut(root, o.Commit, tree); err != nil {
			return o, err
		}
	}
	if g.Threshold = kind.Threshold; kind.Times > 0 {
		if o.Technique, err = g.drawn(); err != nil {
			return o, err
		}
		if _, err := os.Stat(filepath.Join(roots[1], "internal", "harness", "measure", "planted_rehearsal.go")); err != nil {
			return o, fmt.Errorf("nothing can be made slower in commit %s: %w", o.Commit, err)
		}
		g.planted = fmt.Sprintf("%s=%v", o.Technique, kind.Times)
	}
	if kind.Named {
		g.Techniques = []string{o.Technique}
	}
	c, err := g.between(ctx, roots, nil, temp)
	if err != nil {
		return o, err
	}
	o.answer(c)
	o.Took = time.Since(o.Started).Round(time.Second)
	return o, nil
}

// answer notes the result of a guard.
func (o *Outcome) answer(c *Comparison) {
	o.Cells, o.Rounds, o.Disturbed, o.Unmeasured = len(c.Cells), c.Rounds, c.Disturbed, len(c.Unmeasured)
	for _, j := range c.Regressions() {
		if j.Technique == o.Technique {
			o.Found = true
		} else {
			o.Blamed = append(o.Blamed, j.Name())
		}
	}
}

// drawn draws one of the techniques that are guarded, by the guard's seed. It never draws the reference or a control, because noise and loops are judged by these.
func (g Guard) drawn() (string, error) {
	cells, err := guarded(g.Selection, g.Reference, g.Build)
	if err != nil {
		return "", err
	}
	var names []string
	for _, c := range cells {
		if !grid.IsControl(c.Technique) && c.Technique != g.Reference && !slices.Contains(names, c.Technique) {
			names = append(names, c.Technique)
		}
	}
	if len(names) == 0 {
		return "", errors.New("nothing to make slower beside the reference")
	}
	slices.Sort(names)
	return names[rand.New(rand.NewPCG(g.Seed, 0)).IntN(len(names))], nil
}

// columns are those of a file of outcomes.
var columns = []string{"started", "commit", "rehearsal", "technique", "cells", "rounds", "seconds", "disturbed", "found", "blamed", "unmeasured"}

// WriteOutcomes writes outcomes as CSV.
func WriteOutcomes(w io.Writer, all []Outcome) error {
	rows := [][]string{columns}
	for _, o := range all {
		rows = append(rows, []string{o.Started.Format(time.RFC3339), o.Commit, o.Rehearsal, o.Technique, strconv.Itoa(o.Cells), strconv.Itoa(o.Rounds),
			strconv.Itoa(int(o.Took.Seconds())), strconv.FormatFloat(o.Disturbed, 'f', 3, 64), strconv.FormatBool(o.Found), strings.Join(o.Blamed, " "),
			strconv.Itoa(o.Unmeasured)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// ReadOutcomes is the inverse of WriteOutcomes. An error names the line.
func ReadOutcomes(r io.Reader) (all []Outcome, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], columns) {
		return nil, fmt.Errorf("want a first line %q", strings.Join(columns, ","))
	}
	for i, row := range rows[1:] {
		o := Outcome{Commit: row[1], Rehearsal: row[2], Technique: row[3], Blamed: strings.Fields(row[9])}
		var errs [3]error
		var seconds int
		o.Started, errs[0] = time.Parse(time.RFC3339, row[0])
		_, errs[1] = fmt.Sscan(strings.Join(append(row[4:9:9], row[10]), " "), &o.Cells, &o.Rounds, &seconds, &o.Disturbed, &o.Found, &o.Unmeasured)
		o.Took = time.Duration(seconds) * time.Second
		if !slices.ContainsFunc(Rehearsals, func(kind Rehearsal) bool { return kind.Name == o.Rehearsal }) {
			errs[2] = fmt.Errorf("unknown rehearsal %q", o.Rehearsal)
		} else if min(o.Cells, o.Rounds, seconds, o.Unmeasured) < 0 || !(o.Disturbed >= 0 && o.Disturbed <= 1) {
			errs[2] = fmt.Errorf("%q (want counts, and a share that is disturbed)", row)
		}
		if err := cmp.Or(errs[:]...); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		all = append(all, o)
	}
	return all, nil
}
