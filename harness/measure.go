package harness

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// ready is the line with which a measuring process says that it is set up.
const ready = "ready for slices"

// request asks a measuring process to visit a cell.
type request struct {
	Cell      string  `json:"cell"`
	Positions int     `json:"positions,omitempty"` // slices in a pass; 0: as many as suit the pass
	Limit     float64 `json:"limit,omitempty"`     // the largest turn of a clean canary; 0: any
	// Wait is how long the visit may wait for the core to be its own.
	Wait time.Duration `json:"wait,omitempty"`
}

// Measure is the whole life of a measuring process. It reads a Setup as one line of JSON, answers "ready", and then for
// every line with a request visits that cell once and answers with one line, a measure.Visit. It ends with its input.
//
// What is timed runs on one processor, and no garbage is collected. Nothing is timed before its answers on the whole
// corpus were compared with those of the walk.
func Measure(in io.Reader, out io.Writer) error {
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

type measurer struct {
	Setup
	corpora map[string]*exam // by the corpora's names
	sets    map[string]*setExam
	replays map[string]*replayExam
	works   map[results.Cell]*work // that were proved
	sink    uint64
}

// exam is a corpus with the right answers.
type exam struct {
	techniques.Questions
	right  [len(board.Pieces)][]uint64 // the walk's answers
	sum    [len(board.Pieces)]uint64   // what the kernels of modes throughput and latency should return
	both   uint64                      // what the kernels of modes both and bothlatency should return
	passed map[string]bool             // "technique piece", or "technique" for pairs, whose answers were found right
}

func newExam(q techniques.Questions) *exam {
	x := &exam{Questions: q, passed: map[string]bool{}}
	for _, p := range board.Pieces {
		x.right[p] = answers(q, func(sq int, occ uint64) uint64 { return board.Walk(p, sq, occ) })
		for _, a := range x.right[p] {
			x.sum[p] ^= a
		}
	}
	for i, rook := range x.right[board.Rook] {
		x.both ^= rook - x.right[board.Bishop][i]
	}
	return x
}

func (m *measurer) prepare() error {
	debug.SetGCPercent(-1)
	// testing.B collects garbage before each benchmark, whatever the percentage: on one processor in a row, and not by waking others.
	runtime.GOMAXPROCS(1)
	if flag.Lookup("test.benchtime") == nil {
		testing.Init()
	}
	m.corpora, m.sets, m.replays = map[string]*exam{}, map[string]*setExam{}, map[string]*replayExam{}
	m.works = map[results.Cell]*work{}
	return nil
}

// pin keeps the calling goroutine on the processor of the setup. Where that cannot be done (not Linux), the scheduler
// decides; the machine's report says so.
func (m *measurer) pin() error {
	if err := machine.Pin(m.CPU); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

func (m *measurer) exam(corpus string) (*exam, error) {
	x, ok := m.corpora[corpus]
	if !ok {
		q, err := NewCorpus(corpus, m.Questions, m.Seed)
		if err != nil {
			return nil, err
		}
		x = newExam(q)
		m.corpora[corpus] = x
	}
	return x, nil
}

// A work is what a cell asks, proved right, as units that can be done from any of them to any other: questions, batches, sets,
// changes of a replay, or the one building of tables.
type work struct {
	units   int
	answers int                         // lookups in all units, 0 where there are none
	do      func(i, j int) (sum uint64) // units i to j-1; the sums of all units are exclusive-ored
	want    uint64                      // that all units give
	pass    time.Duration               // the quickest time of all units, 0 before they were done
	after   func() error                // compares what the last timed pass left behind; nil: nothing
}

// Slices of work last about this long: long beside a canary and the reading of a clock, and short beside the time for which
// clock and neighbours keep still.
const sliceTime = 150 * time.Microsecond

// mostPasses is how often a visit asks all questions at most: more visits tell more than long ones.
const mostPasses = 5

// fewPasses is how often it does so at least, unless a pass takes milliseconds: the first ones may be slow.
const fewPasses = 3

// warmth is how long a visit does its work untimed at most.
const warmth = 4 * time.Millisecond

// warm does all units untimed until a pass is about as quick as the quickest of earlier visits, or two passes in a row are no quicker than
// the best before, and returns how long the quickest took. Tables that other work has driven from the caches come back within two to
// five passes. A work of one unit is done once, and of more units twice at least in the first visit: all visits of a run are cut into as many
// slices as that one's pass suggests, and whatever stopped one pass for a while would make that too many.
func (w *work) warm(most time.Duration) (quickest time.Duration, err error) {
	const (
		better = 0.99
		asGood = 1.02
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
	for left, stale, again := most, 0, known == 0 && w.units > 1; ; again = false {
		began := time.Now()
		if err := sameSum(w.do(0, w.units), w.want); err != nil {
			return 0, err
		}
		pass := max(time.Since(began), 1)
		left -= pass
		stale++
		if quickest == 0 || float64(pass) < better*float64(quickest) {
			stale = 0
		}
		if quickest == 0 || pass < quickest {
			quickest = pass
		}
		if float64(pass) <= asGood*float64(known) || !again && (w.units == 1 || stale == 2 || left < quickest) {
			return quickest, nil
		}
	}
}

// visit proves what a cell asks, if that has not been done in this process, warms the caches, and then times it slice by slice.
func (m *measurer) visit(r request) (*measure.Visit, error) {
	c, err := results.ParseName(r.Cell)
	if err != nil {
		return nil, err
	}
	j, err := resolve(c, m.Reference)
	if err != nil {
		return nil, err
	}
	w, known := m.works[c]
	if !known {
		if w, err = m.prove(j, c); err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		m.works[c] = w
	}
	v, err := m.time(w, r)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", c, err)
	}
	v.Bytes = j.entry.TableBytesIn(mode.Mode(c.Mode), c.Piece)
	return v, nil
}

// prove compares what a job answers with the walk's answers, and returns it as work.
func (m *measurer) prove(j job, c results.Cell) (*work, error) {
	switch {
	case j.kernel != nil:
		return m.proveKernel(j, c)
	case j.batch != nil:
		return m.proveBatch(j, c)
	case j.sets != nil:
		return m.proveSets(j, c)
	case j.replay != nil:
		return m.proveReplay(j, c)
	}
	return m.building(j.entry, c.Corpus), nil
}

// time times work on the processor of the setup, for as long as the setup says and at least once.
func (m *measurer) time(w *work, r request) (*measure.Visit, error) {
	t := measure.Timer{Limit: r.Limit, Wait: r.Wait}
	if r.Limit == 0 {
		t.Limit = math.Inf(1)
	}
	t.Cell, t.Answers = r.Cell, w.answers
	stretch := time.Duration(machine.Stretch())
	pass, err := w.warm(warmth * stretch)
	if err != nil {
		return nil, err
	}
	if t.Positions = r.Positions; t.Positions == 0 {
		t.Positions = min(w.units, max(1, int(pass/(sliceTime*stretch))))
	}
	t.Passes = min(mostPasses, max(1, int(m.Time*stretch/pass)))
	if pass < 2*time.Millisecond*stretch {
		t.Passes = max(fewPasses, t.Passes)
	}
	var sum uint64
	if err := flag.Set("test.benchtime", fmt.Sprintf("%dx", t.Passes)); err != nil {
		return nil, err
	}
	result, err := m.benchmark(func(b *testing.B) error {
		for b.Loop() {
			sum = 0
			for p := range t.Positions {
				t.Slice(p, func() { sum ^= w.do(p*w.units/t.Positions, (p+1)*w.units/t.Positions) })
			}
		}
		return nil
	})
	if err == nil {
		err = sameSum(sum, w.want)
	}
	if err == nil && w.after != nil {
		err = w.after()
	}
	t.Passes, t.Elapsed = result.N, result.T
	return &t.Visit, err
}

// benchmark runs a benchmark on the processor of the setup.
func (m *measurer) benchmark(f func(b *testing.B) error) (testing.BenchmarkResult, error) {
	var err error
	r := testing.Benchmark(func(b *testing.B) {
		// A benchmark runs on a goroutine of its own, which has to be pinned itself.
		if err = m.pin(); err == nil {
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

// sameSum compares the checksum of all answers in one pass with the right one.
func sameSum(got, want uint64) error {
	if got != want {
		return fmt.Errorf("checksum %#x over the whole corpus, want %#x: it is not measured", got, want)
	}
	return nil
}

// proveKernel compares all answers, and the checksum of all.
func (m *measurer) proveKernel(j job, c results.Cell) (*work, error) {
	x, err := m.exam(c.Corpus)
	if err != nil {
		return nil, err
	}
	want, err := x.check(j.entry, c, j.kernel(x.Questions))
	return &work{
		units: len(x.Occs), answers: len(x.Occs), want: want,
		do: func(i, k int) uint64 { return j.kernel(x.Slice(i, k)) },
	}, err
}

// proveBatch compares all answers of a kernel that answers in batches of one size into one place, and after the timing those to
// the last batch.
func (m *measurer) proveBatch(j job, c results.Cell) (*work, error) {
	x, err := m.exam(c.Corpus)
	if err != nil {
		return nil, err
	}
	pieces := answered(c)
	place := make([]uint64, techniques.BatchSize*len(pieces))
	last := 0
	wrong := error(nil)
	compare := func(i, j int) {
		last = i
		for k, p := range pieces {
			if !slices.Equal(place[k*(j-i):(k+1)*(j-i)], x.right[p][i:j]) && wrong == nil && !unproved(c.Technique) {
				wrong = fmt.Errorf("the answers to questions %d to %d are not all the walk's: it is not measured", i, j-1)
			}
		}
	}
	inBatches(j.batch, x.Questions, place, compare)
	return &work{
		units: (len(x.Occs) + techniques.BatchSize - 1) / techniques.BatchSize, answers: len(x.Occs),
		do: func(i, k int) uint64 {
			inBatches(j.batch, x.Slice(i*techniques.BatchSize, min(k*techniques.BatchSize, len(x.Occs))), place, nil)
			return 0
		},
		after: func() error {
			compare(last, len(x.Occs))
			return wrong
		},
	}, wrong
}

// inBatches has a batch kernel answer questions in batches into one place, which is as large as the answers to one need, and calls
// done, unless nil, after each of them with where in the questions it begins and ends.
func inBatches(batch techniques.BatchKernel, q techniques.Questions, place []uint64, done func(i, j int)) {
	for i := 0; i < len(q.Occs); i += techniques.BatchSize {
		n := min(techniques.BatchSize, len(q.Occs)-i)
		batch(place[:n*(len(place)/techniques.BatchSize)], q.Slice(i, i+n))
		if done != nil {
			done(i, i+n)
		}
	}
}

// answered returns the pieces whose attacks are the answers to a question of a batch.
func answered(c results.Cell) []board.Piece {
	if c.Mode == string(mode.BatchBoth) {
		return []board.Piece{board.Rook, board.Bishop}
	}
	return []board.Piece{c.Piece}
}

// unproved reports whether a row is one of the controls that are no techniques.
func unproved(name string) bool { return name == "noop" || name == "load" }

// building is the building of a technique's tables from the stored factors, or the search for other factors and then the
// building. Every round searches from a seed of its own, none of them the one of the stored factors, which is 1.
func (m *measurer) building(e *techniques.Entry, factors string) *work {
	var failed error
	return &work{
		units: 1,
		do: func(int, int) uint64 {
			if factors == searched {
				failed = errors.Join(failed, e.Search(uint64(m.Round)+1))
			}
			failed = errors.Join(failed, e.Build())
			return 0
		},
		after: func() error { return failed },
	}
}

// check compares a kernel's checksum and, once for each technique and piece, all of its answers with the walk's. It
// returns the right checksum. The controls that are no techniques are only held to their own checksum.
func (x *exam) check(e *techniques.Entry, c results.Cell, sum uint64) (uint64, error) {
	if unproved(e.Name) {
		return sum, nil
	}
	want := x.sum[c.Piece]
	together := c.Mode == string(mode.Both) || c.Mode == string(mode.BothLatency)
	if together {
		want = x.both
	}
	if sum != want {
		return 0, fmt.Errorf("checksum %#x, the walk's is %#x: it is not measured", sum, want)
	}
	if together && !x.passed[e.Name] {
		for i, occ := range x.Occs {
			rook, bishop := e.Both(int(x.Squares[i]), occ)
			if rook != x.right[board.Rook][i] || bishop != x.right[board.Bishop][i] {
				return 0, errors.New("its pairs of answers are not all the walk's: it is not measured")
			}
		}
		x.passed[e.Name] = true
	}
	if key := e.Name + " " + c.Piece.String(); !x.passed[key] {
		got := answers(x.Questions, func(sq int, occ uint64) uint64 { return e.Attacks(c.Piece, sq, occ) })
		if !slices.Equal(got, x.right[c.Piece]) {
			return 0, errors.New("its answers are not all the walk's: it is not measured")
		}
		x.passed[key] = true
	}
	return want, nil
}
