// Package threads has two engines count at once, on two processors, with shared tables and with tables of their own, to see what techniques
// lose to each other's use of the caches.
package threads

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"

	"github.com/slidebench/slidebench/harness/language"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/source"
	"github.com/slidebench/slidebench/techniques"
)

// The ways in which an engine counts: alone; two threads of one process, which share its tables; two processes, each with its own.
const (
	Alone   = "alone"
	Shared  = "shared"
	Private = "private"
)

// Ways lists them.
var Ways = []string{Alone, Shared, Private}

// What is counted takes about a second.
const (
	fen   = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
	depth = 6
)

// Experiment compares the ways.
type Experiment struct {
	Techniques []*techniques.Entry
	Rounds     int
	Progress   func(done, total int)
	count      func(ctx context.Context, technique, way string) (nodesPerSecond float64, err error) // that of a program, but in tests
}

// Do writes, in the end, a line in the benchmark format for each round, technique and way, in a drawn order: nodes per second of all threads
// together.
func (x *Experiment) Do(ctx context.Context, out io.Writer) error {
	if runtime.NumCPU() < 2 {
		return errors.New("two threads need two processors, and this machine has one")
	}
	if x.count == nil {
		temp, err := os.MkdirTemp("", "slidebench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		root, err := source.Tree(".")
		if err != nil {
			return err
		}
		b := language.Builder{Source: language.Source{Root: root, Folder: temp, Engines: x.Techniques}}
		program, err := b.Program(ctx, 1)
		if err != nil {
			return err
		}
		x.count = func(ctx context.Context, technique, way string) (float64, error) {
			return count(ctx, program, technique, way)
		}
	}
	f := machine.Detect()
	var text bytes.Buffer
	var speeds []float64
	fmt.Fprintf(&text, "goos: %s\ngoarch: %s\ncpu: %s\nmachine: %s\nUnit nodes/s better=higher\n", runtime.GOOS, runtime.GOARCH, f.CPU, f.Slug())
	rng, all := rand.New(rand.NewPCG(1, 0)), len(x.Techniques)*len(Ways)
	for round := range x.Rounds {
		for i, n := range rng.Perm(all) {
			e, way := x.Techniques[n/len(Ways)], Ways[n%len(Ways)]
			speed, err := x.count(ctx, e.Name, way)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", e.Name, way, err)
			}
			speeds = append(speeds, speed)
			fmt.Fprintf(&text, "BenchmarkThreads/technique=%s/tables=%s\t1\t%.0f nodes/s\n", e.Name, way, speed)
			x.Progress(round*all+i+1, x.Rounds*all)
		}
	}
	if slices.Min(speeds) == slices.Max(speeds) {
		return fmt.Errorf("one engine, two with shared tables and two with their own are all said to be as fast, %.0f nodes/s: no clock that measures says that", speeds[0])
	}
	_, err := text.WriteTo(out)
	return err
}

// said finds the speed in what perft prints.
var said = regexp.MustCompile(`(\d+) Mnodes/s`)

// count runs perft in one of the ways.
func count(ctx context.Context, program, technique, way string) (float64, error) {
	processes, threads := 1, 1
	switch way {
	case Shared:
		threads = 2
	case Private:
		processes = 2
	}
	speeds, errs := make(chan float64, processes), make(chan error, processes)
	for range processes {
		go func() {
			cmd := exec.CommandContext(ctx, program, "perft", "--technique", technique, "--fen", fen, "--depth", strconv.Itoa(depth), "--threads", strconv.Itoa(threads))
			text, err := source.Output(cmd)
			speed := math.NaN()
			if m := said.FindStringSubmatch(text); m != nil {
				speed, _ = strconv.ParseFloat(m[1], 64)
			} else if err == nil {
				err = fmt.Errorf("perft says no speed but %.60q", text)
			}
			errs <- err
			speeds <- speed
		}()
	}
	var sum float64
	var err error
	for range processes {
		err = errors.Join(err, <-errs)
		sum += <-speeds
	}
	return 1e6 * sum, err
}
