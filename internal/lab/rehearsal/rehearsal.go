// Package rehearsal tests package guard: it runs guards whose right answer is known, and keeps their answers.
package rehearsal

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

	"github.com/slidebench/slidebench/internal/harness/guard"
	"github.com/slidebench/slidebench/internal/harness/source"
	"github.com/slidebench/slidebench/internal/temporary"
)

// Kind is a kind of rehearsal: head is a copy of base, in some kinds with one technique made slower.
type Kind struct {
	Name      string
	Named     bool    // the slower technique is named to the guard, else it guards the whole catalogue
	Times     float64 // how many times as long a technique of head takes, 0 for equal trees
	Threshold float64
}

// Kinds are the kinds whose answers are counted: the first shows false alarms, the others the power to find a slower technique.
var Kinds = []Kind{
	{Name: "equal", Threshold: guard.UsualThreshold},
	{Name: "whole", Times: 1.02, Threshold: guard.UsualThreshold},
	{Name: "named", Named: true, Times: 1.01, Threshold: guard.UsualThreshold / 2},
}

// Outcome is the answer of a rehearsal.
type Outcome struct {
	Started    time.Time
	Commit     string // of both sides
	Rehearsal  string // the kind's name
	Technique  string // the technique that was made slower, "" for none
	Cells      int
	Rounds     int
	Took       time.Duration
	Disturbed  float64  // share of all canaries
	Found      bool     // the slower technique, or a cell of it, is called slower
	Blamed     []string // cells and techniques that are called slower and are not
	Unmeasured int      // cells without a verdict
}

// Rehearse runs a guard that compares a commit of the source tree around the working directory with a copy of it, in which it perhaps makes a technique slower, drawn
// from the guarded ones.
func Rehearse(ctx context.Context, g guard.Guard, kind Kind, ref string) (o Outcome, err error) {
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
		if o.Technique, err = drawn(&g); err != nil {
			return o, err
		}
		hook := filepath.Join(roots[1], filepath.FromSlash(planted))
		// Truncate fails in commits before the file.
		if err := cmp.Or(os.Truncate(hook, 0), os.WriteFile(hook, slower(o.Technique, kind.Times), 0o666)); err != nil {
			return o, fmt.Errorf("nothing can be made slower in commit %s: %w", o.Commit, err)
		}
	}
	if kind.Named {
		g.Techniques = []string{o.Technique}
	}
	c, err := g.Between(ctx, roots, nil, temp) // nil: no cell and no technique may become slower
	if err != nil {
		return o, err
	}
	o.answer(c)
	o.Took = time.Since(o.Started).Round(time.Second)
	return o, nil
}

// answer notes the result of a guard.
func (o *Outcome) answer(c *guard.Comparison) {
	o.Cells, o.Rounds, o.Disturbed, o.Unmeasured = len(c.Cells), c.Rounds, c.Disturbed, len(c.Unmeasured)
	for _, j := range c.Regressions() {
		if j.Technique == o.Technique {
			o.Found = true
		} else {
			o.Blamed = append(o.Blamed, j.Name())
		}
	}
}

// planted is the file of a source tree with the function through which every slice of timed work goes.
const planted = "internal/harness/measure/planted.go"

// slower returns a text for that file with which slices of a technique take so many times as long. Each slice waits at its end, within the measured time: this slows any
// technique by exactly the same factor, unlike a change of the lookup. Slices of other techniques stay as they are: even a wait of length 0 makes a cell of the reference
// 1 % slower.
func slower(technique string, times float64) []byte {
	return fmt.Appendf(nil, `package measure

import (
	"strings"
	"time"
)

func (t *Timer) planted(work func()) func() {
	if !strings.Contains(t.Cell, "/technique=%s/") {
		return work
	}
	return func() {
		began := time.Now()
		work()
		for whole := time.Duration(%v * float64(time.Since(began))); time.Since(began) < whole; {
		}
	}
}
`, technique, times)
}

// drawn draws one of the guarded techniques, by the guard's seed.
func drawn(g *guard.Guard) (string, error) {
	names, err := g.Guarded()
	if err == nil && len(names) == 0 {
		err = errors.New("nothing to make slower beside the reference")
	}
	if err != nil {
		return "", err
	}
	return names[rand.New(rand.NewPCG(g.Seed, 0)).IntN(len(names))], nil
}

// columns are the columns of a file of outcomes.
var columns = []string{"started", "commit", "rehearsal", "technique", "cells", "rounds", "seconds", "disturbed", "found", "blamed", "unmeasured"}

// Write writes outcomes as CSV.
func Write(w io.Writer, all []Outcome) error {
	rows := [][]string{columns}
	for _, o := range all {
		rows = append(rows, []string{o.Started.Format(time.RFC3339), o.Commit, o.Rehearsal, o.Technique, strconv.Itoa(o.Cells), strconv.Itoa(o.Rounds),
			strconv.Itoa(int(o.Took.Seconds())), strconv.FormatFloat(o.Disturbed, 'f', 3, 64), strconv.FormatBool(o.Found), strings.Join(o.Blamed, " "),
			strconv.Itoa(o.Unmeasured)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Read is the inverse of Write. An error names the line.
func Read(r io.Reader) (all []Outcome, err error) {
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
		numbers := append(row[4:9:9], row[10]) // without the blamed names between them
		_, errs[1] = fmt.Sscan(strings.Join(numbers, " "), &o.Cells, &o.Rounds, &seconds, &o.Disturbed, &o.Found, &o.Unmeasured)
		o.Took = time.Duration(seconds) * time.Second
		if !slices.ContainsFunc(Kinds, func(kind Kind) bool { return kind.Name == o.Rehearsal }) {
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
