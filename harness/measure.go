package harness

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results"
	"github.com/slidebench/slidebench/techniques"
)

// ready is the line with which a measuring process says that it is set up.
const ready = "ready"

// Measure is the whole life of a measuring process. It reads a Setup as one line of JSON, answers "ready", and then for
// every line with a cell's name measures that cell once and answers with one benchmark line. It ends with its input.
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
		cell, err := results.ParseName(lines.Text())
		if err != nil {
			return err
		}
		line, err := m.cell(cell)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
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
	if flag.Lookup("test.benchtime") == nil {
		testing.Init()
	}
	m.corpora, m.sets, m.replays = map[string]*exam{}, map[string]*setExam{}, map[string]*replayExam{}
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

// cell measures one cell and returns its benchmark line.
func (m *measurer) cell(c results.Cell) (string, error) {
	duration := m.Time.String()
	switch {
	case c.Corpus == searched:
		duration = "1x" // how long a search takes depends on its seed, so that all rounds search once
	case once(c):
		duration = (Visits * m.Time).String()
	}
	if err := flag.Set("test.benchtime", duration); err != nil {
		return "", err
	}
	r, err := m.benchmark(func(b *testing.B) error { return m.time(b, c) })
	if err != nil {
		return "", fmt.Errorf("%v: %w", c, err)
	}
	return c.String() + "\t" + r.String(), nil
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

// time is the benchmark of a cell.
func (m *measurer) time(b *testing.B, c results.Cell) error {
	j, err := resolve(c, m.Reference)
	if err != nil {
		return err
	}
	switch {
	case j.kernel != nil:
		err = m.timeKernel(b, j, c)
	case j.batch != nil:
		err = m.timeBatch(b, j, c)
	case j.sets != nil:
		err = m.timeSets(b, j, c)
	case j.replay != nil:
		err = m.timeReplay(b, j, c)
	default:
		err = m.timeInit(b, j.entry, c.Corpus)
	}
	b.ReportMetric(float64(j.entry.TableBytesIn(techniques.Mode(c.Mode), c.Piece)), "table-bytes") // not before the loop, which drops metrics
	return err
}

// timeKernel times a kernel over its corpus. It asks all questions once untimed, so that the tables are where they are in
// use, and compares the checksum of that and of the last timed pass with the right one.
func (m *measurer) timeKernel(b *testing.B, j job, c results.Cell) error {
	x, err := m.exam(c.Corpus)
	if err != nil {
		return err
	}
	m.sink = j.kernel(x.Questions)
	want, err := x.check(j.entry, c, m.sink)
	if err != nil {
		return err
	}
	for b.Loop() {
		m.sink = j.kernel(x.Questions)
	}
	reportLookups(b, len(x.Occs))
	return sameSum(m.sink, want)
}

func reportLookups(b *testing.B, lookups int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(lookups), "ns/lookup")
}

// timeBatch times a batch kernel, which answers the corpus in batches of one size into one place. All answers of an untimed
// pass are compared with the right ones before, and those to the last timed batch afterwards.
func (m *measurer) timeBatch(b *testing.B, j job, c results.Cell) error {
	x, err := m.exam(c.Corpus)
	if err != nil {
		return err
	}
	pieces := answered(c)
	place := make([]uint64, techniques.BatchSize*len(pieces))
	each := func(done func(i, j int)) { inBatches(j.batch, x.Questions, place, done) }
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
	if each(compare); wrong != nil {
		return wrong
	}
	for b.Loop() {
		each(nil)
	}
	reportLookups(b, len(x.Occs))
	compare(last, len(x.Occs))
	return wrong
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
	if c.Mode == string(techniques.BatchBoth) {
		return []board.Piece{board.Rook, board.Bishop}
	}
	return []board.Piece{c.Piece}
}

// unproved reports whether a row is one of the bounds that are no techniques.
func unproved(name string) bool { return name == "noop" || name == "load" }

// timeInit times the building of a technique's tables from the stored factors, or the search for other factors and then the
// building. Every round searches from a seed of its own, none of them the one of the stored factors, which is 1.
func (m *measurer) timeInit(b *testing.B, e *techniques.Entry, factors string) error {
	for b.Loop() {
		if factors == searched {
			if err := e.Search(uint64(m.Round) + 1); err != nil {
				return err
			}
		}
		if err := e.Build(); err != nil {
			return err
		}
	}
	return nil
}

// check compares a kernel's checksum and, once for each technique and piece, all of its answers with the walk's. It
// returns the right checksum. The bounds that are no techniques are only held to their own checksum.
func (x *exam) check(e *techniques.Entry, c results.Cell, sum uint64) (uint64, error) {
	if unproved(e.Name) {
		return sum, nil
	}
	want := x.sum[c.Piece]
	together := c.Mode == string(techniques.Both) || c.Mode == string(techniques.BothLatency)
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
