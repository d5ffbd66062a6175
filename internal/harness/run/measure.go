package run

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
)

// ready is the first line of a measuring process, after its setup.
const ready = versionless + " for slices"

// versionless begins this line in every version of slidebench.
const versionless = "ready"

// request asks a measuring process to visit a cell.
type request struct {
	Cell      string  `json:"cell"`
	Positions int     `json:"positions,omitempty"` // slices in a pass; 0: as many as suit the pass
	Limit     float64 `json:"limit,omitempty"`     // the largest turn of a clean canary; 0: any
	// Wait is how long the visit may wait for the core to be its own.
	Wait      time.Duration `json:"wait,omitempty"`
	EachSlice bool          `json:"eachSlice,omitempty"` // the visit may wait as long for each slice, as each may need a quiet spell of its own
	// CPU is where the process has to go first, nil if it stays where it is.
	CPU *int `json:"cpu,omitempty"`
}

// Serve is the whole life of a measuring process. It reads a Setup as one line of JSON, answers with the line that ready holds, and then for
// every line with a request visits that cell once and answers with one line, a measure.Visit. It ends with its input.
//
// Timed work runs on one processor, without garbage collection, and only after its answers on the whole corpus were compared with the walk's.
func Serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	if !lines.Scan() {
		return errors.New("no setup to measure by")
	}
	var m measurer
	if err := json.Unmarshal(lines.Bytes(), &m.Setup); err != nil {
		return fmt.Errorf("bad setup: %w", err)
	}
	if err := m.prepare(); err != nil {
		return err
	}
	if m.other != nil {
		defer m.other.Close()
	}
	if _, err := fmt.Fprintln(out, ready); err != nil {
		return err
	}
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return fmt.Errorf("bad request: %w", err)
		}
		visit, err := m.visit(r)
		if err != nil {
			return err
		}
		answer, err := json.Marshal(visit)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s\n", answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

// measurer is the state of a measuring process.
type measurer struct {
	Setup
	corpora workload.Corpora
	works   map[grid.Cell]*work // that were proved
	other   language.Program    // the program in another language that times, nil where this program does
}

// work is a proved workload, with the quickest time of all its units, 0 before they were done.
type work struct {
	*workload.Workload
	pass time.Duration
}

// prepare makes the process ready for requests, by its setup.
func (m *measurer) prepare() error {
	debug.SetGCPercent(-1)
	// testing.B collects garbage before each benchmark, whatever the percentage. With one processor it does so before it goes on, and wakes no others.
	runtime.GOMAXPROCS(1)
	if flag.Lookup("test.benchtime") == nil {
		testing.Init() // makes the flag, which test binaries have already
	}
	if err := machine.CheckTimer(); err != nil {
		return err
	}
	if err := m.LoadFiles(); err != nil {
		return err
	}
	m.corpora = workload.Corpora{Questions: m.Questions, Seed: m.Seed}
	m.works = map[grid.Cell]*work{}
	if len(m.Guests) > 0 {
		techniques.SetGuests(m.Guests)
	}
	if m.Program == "" {
		return nil
	}
	starter, ok := language.Named(m.Language).(language.Starter)
	if !ok {
		return fmt.Errorf("no programs of language %q are started here", m.Language)
	}
	// A program inherits the processor of the thread that starts it.
	return machine.Pinned(m.CPU, func() (err error) {
		if m.other, err = starter.Start(context.Background(), m.Program); err == nil {
			err = m.other.CheckTimer()
		}
		return err
	})
}

// code returns a technique in the language that is timed.
func (m *measurer) code(e *techniques.Entry) workload.Code {
	if m.other == nil {
		return workload.Go(e)
	}
	return m.other.Code(e)
}

// sliceTime is about how long slices last: long beside a canary and a reading of the clock, and short beside the time for which clock and neighbours are steady.
const sliceTime = 150 * time.Microsecond

// mostPasses is how often a visit asks all questions at most: more visits tell more than long ones.
const mostPasses = 5

// fewPasses is how often it asks them at least, unless a pass takes milliseconds: the first passes may be slow.
const fewPasses = 3

// warmth is how long a visit does its work untimed at most.
const warmth = 4 * time.Millisecond

// warm does all units untimed until a pass is about as quick as the quickest of earlier visits, or until two passes in a row are no quicker than the best before. It
// returns how long the quickest took. Tables that other work has driven from the caches come back within two to five passes. A work of one unit is done once. While
// the number of slices is unknown (uncut), several units are done at least twice: that number follows from one pass and holds for all visits of a run, and a pass that
// was interrupted would make it too large.
func (w *work) warm(most time.Duration, uncut bool) (quickest time.Duration, err error) {
	const (
		better = 0.99 // a pass is quicker if it takes less than so many times the best before
		asGood = 1.02 // a pass is about as quick as the known one if it takes at most so many times as long
	)
	if w.pass > most {
		return w.pass, nil // a pass warms what it needs itself
	}
	known := w.pass
	defer func() {
		if w.pass = quickest; known > 0 {
			w.pass = min(quickest, known)
		}
	}()
	for left, noBetter, again := most, 0, uncut && w.Units > 1; ; again = false {
		began := machine.Now()
		if err := w.CheckSum(w.Do(0, w.Units)); err != nil {
			return 0, err
		}
		pass := max(machine.Now()-began, 1) // a coarse clock may show 0, by which time would divide
		left -= pass
		noBetter++
		if quickest == 0 || float64(pass) < better*float64(quickest) {
			noBetter = 0
		}
		if quickest == 0 || pass < quickest {
			quickest = pass
		}
		if float64(pass) <= asGood*float64(known) || !again && (w.Units == 1 || noBetter == 2 || left < quickest) {
			return quickest, nil
		}
	}
}

// visit proves a cell's workload, if that has not been done in this process, warms the caches, and then times it slice by slice.
func (m *measurer) visit(r request) (v *measure.Visit, err error) {
	defer workload.Recover(&err)
	if r.CPU != nil && *r.CPU != m.CPU {
		if m.CPU = *r.CPU; m.other != nil {
			if err := m.other.Move(m.CPU); err != nil {
				return nil, fmt.Errorf("moving to CPU %d: %w", m.CPU, err)
			}
		}
	}
	c, err := grid.ParseName(r.Cell)
	if err != nil {
		return nil, err
	}
	e, err := workload.Resolve(c, m.Reference)
	if err != nil {
		return nil, err
	}
	w, known := m.works[c]
	if !known {
		proved, err := m.corpora.Prove(m.code(e), c)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		w = &work{Workload: proved}
		m.works[c] = w
	}
	v, err = m.time(w, r)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", c, err)
	}
	if v.Bytes, v.SizeUnknown = e.TableBytesIn(c.Mode, c.Piece), e.SizeUnknown; e.SizeUnknown {
		v.Bytes = e.Data
	}
	return v, nil
}

// time times work on the processor of the setup, for as long as the setup says and at least once.
func (m *measurer) time(w *work, r request) (*measure.Visit, error) {
	t := measure.Timer{Limit: r.Limit, Wait: r.Wait, Spent: w.Spent}
	if r.Limit == 0 {
		t.Limit = math.Inf(1)
	}
	t.Cell, t.Answers = r.Cell, w.Answers
	stretch := time.Duration(machine.Stretch()) // more than 1 where the clock is coarse
	var pass time.Duration
	err := machine.Pinned(m.CPU, func() (err error) { // to warm the caches of this processor
		defer workload.Recover(&err)
		onShiftedStack(m.Stack, func() { pass, err = w.warm(warmth*stretch, r.Positions == 0) })
		return err
	})
	if err != nil {
		return nil, err
	}
	if t.PassSlices = r.Positions; t.PassSlices == 0 {
		t.PassSlices = min(w.Units, max(1, int(pass/(sliceTime*stretch))))
	}
	t.Passes = min(mostPasses, max(1, int(m.Time*stretch/pass)))
	if pass < 2*time.Millisecond*stretch {
		t.Passes = max(fewPasses, t.Passes)
	}
	if r.EachSlice {
		t.Wait *= time.Duration(t.Passes * t.PassSlices)
	}
	var sum uint64
	if err := flag.Set("test.benchtime", fmt.Sprintf("%dx", t.Passes)); err != nil { // b.Loop then returns true so often
		return nil, err
	}
	result, err := m.benchmark(func(b *testing.B) error {
		onShiftedStack(m.Stack, func() {
			for b.Loop() {
				sum = 0
				for p := range t.PassSlices {
					t.Slice(p, func() { sum ^= w.Do(p*w.Units/t.PassSlices, (p+1)*w.Units/t.PassSlices) })
				}
			}
		})
		return nil
	})
	if err == nil {
		err = w.CheckSum(sum)
	}
	if err == nil && w.After != nil {
		err = w.After()
	}
	t.Passes, t.Elapsed = result.N, result.T
	return &t.Visit, err
}

// Stacks is the number of places in a cache line where onShiftedStack can begin a stack.
const Stacks = 8

// stackIn draws where the stack begins in a round. Every Stacks rounds have all places, so that runs with other seeds have the same places.
func stackIn(seed uint64, round int) int {
	cycle, i := (round-1)/Stacks, (round-1)%Stacks
	return rand.New(rand.NewPCG(seed, ^uint64(cycle))).Perm(Stacks)[i] // a round's order of cells is drawn by (seed, round): the complement is none of these
}

// onShiftedStack calls do with a stack that begins 0 to Stacks-1 words further down in its cache line. Which of a loop's values on the stack cross
// lines follows from the frames of its callers, in all processes alike: code that was added to the harness made a lookup through assembly, whose
// arguments are on the stack, 1.6 % slower.
//
//go:noinline
func onShiftedStack(words int, do func()) {
	if words <= 0 {
		do()
		return
	}
	var frame [frameWords]uint64
	onShiftedStack(words-1, do)
	keep(&frame)
}

// frameWords makes onShiftedStack's frame, with what the compiler adds, an odd number of words, so that Stacks of them begin at all words of a line: a test proves it.
const frameWords = 3

//go:noinline
func keep(*[frameWords]uint64) {} // has the compiler keep a frame on the stack

// benchmark runs a benchmark on the processor of the setup, as machine.Pinned does.
func (m *measurer) benchmark(f func(b *testing.B) error) (testing.BenchmarkResult, error) {
	var err error
	r := testing.Benchmark(func(b *testing.B) {
		// A benchmark runs on a goroutine of its own, which has to be pinned itself.
		if err = machine.Pin(m.CPU); err == nil {
			err = f(b)
		}
		if err != nil {
			b.FailNow()
		}
	})
	if err == nil && r.N == 0 {
		err = errors.New("the benchmark did not run")
	}
	return r, err
}
