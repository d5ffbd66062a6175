package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Command is the sub-command of slidebench that runs Serve.
const Command = "measure"

// Process is a measuring process that waits for cells.
type Process struct {
	child *child.Program
	seen  measure.Repeats // notices a broken clock
	moved *int            // the CPU to visit cells on, nil for that of the setup
	// EachSlice has visits wait for each of their slices, and not only once. A process of an older tree, with which guard compares, cannot do that.
	EachSlice bool
}

// Start runs a program as a measuring process for a round and waits until it is ready.
func Start(ctx context.Context, binary string, setup Setup, round int) (*Process, error) {
	setup.Round = round
	setup.Time /= measure.MinVisits // a process measures for this time in each visit
	c := process.Program(ctx, binary, Command)
	c.Patience = child.Patience.EndBoth
	if setup.CPU >= 0 { // for programs that a script starts on a CPU, as they cannot choose it: WebAssembly
		c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", language.CPUVariable, setup.CPU))
	}
	line, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	p := &Process{}
	if p.child, err = child.Start(c, nil); errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("%w (its folder may hold no programs: name another one by TMPDIR)", err)
	} else if err != nil {
		return nil, err
	}
	p.child.LongestLine = 64 << 20 // an answer holds all readings of a visit
	p.child.Send(append(line, '\n'))
	answer, err := p.child.Line()
	for err == nil && !strings.HasSuffix(answer, ready) && !strings.HasPrefix(answer, versionless) { // others' packages may print before main, the last line without an end
		answer, err = p.child.Line()
	}
	err = p.why(err)
	if err == nil && !strings.HasSuffix(answer, ready) {
		err = fmt.Errorf("measuring process says %q, not %q: it is built from a tree that measures differently", answer, ready)
	}
	if err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// Patience is how long a visit waits for the core to be its own, in all or for each slice, unless its run is late.
const Patience = 10 * time.Millisecond

// Visit has a cell visited once. positions is the number of slices in a pass, as in earlier visits to the cell, 0 before the first. The visit may wait for turns
// of at most limit (+Inf: for none).
func (p *Process) Visit(c grid.Cell, positions int, limit float64, wait time.Duration) (v measure.Visit, err error) {
	r := request{Cell: c.String(), Positions: positions, CPU: p.moved, EachSlice: p.EachSlice}
	if !math.IsInf(limit, 1) {
		r.Limit, r.Wait = limit, wait
	}
	line, err := json.Marshal(r)
	if err != nil {
		return v, err
	}
	answer, err := p.child.Ask("%s", line)
	if err != nil {
		return v, p.why(err)
	}
	if err := json.Unmarshal([]byte(answer), &v); err != nil || v.Cell != r.Cell {
		return v, fmt.Errorf("measuring process answers %.60q to %v", answer, c)
	}
	return v, cmp.Or(v.Check(), p.seen.Add(&v))
}

// Move has all further visits on another CPU.
func (p *Process) Move(cpu int) { p.moved = &cpu }

// why explains the error of an answer: Stop says why the process ended.
func (p *Process) why(err error) error {
	if err == nil {
		return nil
	}
	return cmp.Or(p.Stop(), io.ErrUnexpectedEOF)
}

// Stop ends the process and returns why it failed, if it did.
func (p *Process) Stop() error {
	if err := p.child.Close(); err != nil {
		if said := p.child.Said.Error(); said != "" {
			err = errors.New(said)
		}
		return fmt.Errorf("measuring process: %w", err)
	}
	return nil
}

// StartBuild starts the program of a build as Start does. This program times programs that do not measure by themselves.
func StartBuild(ctx context.Context, b build.Build, program string, setup Setup, round int) (*Process, error) {
	if _, starts := language.Of(b).(language.Starter); !starts {
		return Start(ctx, program, setup, round)
	}
	setup.Program, setup.Language, setup.Guests = program, b.Language, techniques.Guests()
	own, err := process.Own()
	if err != nil {
		return nil, err
	}
	return Start(ctx, own, setup, round)
}
