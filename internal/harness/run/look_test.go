package run

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// playLook has looks find these CPUs quiet, one after the other, and the last one from then on. It returns where the run was before each.
func playLook(t *testing.T, cpus ...int) (befores *[]int) {
	befores = new([]int)
	look = func(now int, _ *measure.Judge, _ time.Duration) (int, string, []machine.Reading, error) {
		*befores = append(*befores, now)
		cpu := cpus[min(len(*befores), len(cpus))-1]
		return cpu, "the test says so", []machine.Reading{{Clock: 3, Turn: 5}}, nil
	}
	t.Cleanup(func() { look = measure.Look })
	return befores
}

// A run is measured on the CPU that the first look finds, unless one is named.
func TestSurveyChooses(t *testing.T) {
	playLook(t, 7)
	for _, c := range []struct {
		setup Setup
		cpu   int
		tells string
	}{{Setup{CPU: -1, Moves: true}, 7, "measuring on CPU 7: the test says so"}, {Setup{CPU: 0}, 0, "disturbed "}} {
		logged := ""
		if err := Survey(new(measure.Judge), &c.setup, 0, func(format string, args ...any) { logged += fmt.Sprintf(format+"\n", args...) }); err != nil {
			t.Fatal(err)
		}
		if c.setup.CPU != c.cpu || !strings.HasPrefix(logged, c.tells) {
			t.Errorf("%+v: CPU %d, logged %q; want CPU %d, %q", c.setup, c.setup.CPU, logged, c.cpu, c.tells)
		}
	}
}

// Beside a neighbour a run stays where it is, and has a machine of another name.
func TestBeside(t *testing.T) {
	playLook(t, 7)
	setup, logged := Setup{CPU: -1, Moves: true}, ""
	if err := Survey(&measure.Judge{Beside: true}, &setup, 0, func(format string, args ...any) { logged += fmt.Sprintf(format+"\n", args...) }); err != nil {
		t.Fatal(err)
	}
	if setup.CPU != 7 || setup.Moves || !strings.Contains(logged, "disturbed slices count, too") {
		t.Errorf("%+v, logged %q", setup, logged)
	}
	r := Record{Run: Run{Beside: true}}
	alone := r.Machine.Fingerprint.Slug()
	if got, want := r.MachineName(), alone+"-beside-a-neighbour"; got != want {
		t.Errorf("the machine is %q, want %q", got, want)
	}
	m := Measurement{Record: r}
	if head := m.config(Segment{}, ""); !strings.Contains(head, "\nmachine: "+alone+"-beside-a-neighbour\n") {
		t.Errorf("the raw file says\n%s", head)
	}
}

func TestMove(t *testing.T) {
	befores := playLook(t, 7, 2)
	for _, c := range []struct {
		setup Setup
		want  int
	}{{Setup{CPU: 3}, 3}, {Setup{CPU: 3, Moves: true}, 7}, {Setup{CPU: -1, Moves: true}, -1}, {Setup{CPU: 7, Moves: true}, 2}} {
		if err := c.setup.Move(new(measure.Judge)); err != nil || c.setup.CPU != c.want {
			t.Errorf("%+v, %v; want CPU %d", c.setup, err, c.want)
		}
	}
	if !slices.Equal(*befores, []int{3, 7}) {
		t.Errorf("looks from CPUs %v, want 3 and 7", *befores)
	}
}

// A visitor leaves the CPU after a visit without a clean slice, and after no other.
func TestUncleanVisitsMove(t *testing.T) {
	clean := []machine.Reading{{Clock: 3, Turn: 5}, {Clock: 3, Turn: 5}}
	shared := []machine.Reading{{Clock: 3, Turn: 5}, {Clock: 3, Turn: 7}}
	moves, visits := []int{}, 0
	visit := func(grid.Cell, int, float64, time.Duration) (measure.Visit, error) {
		visits++
		readings := [][]machine.Reading{clean, shared, clean}[min(visits, 3)-1]
		return measure.Visit{PassSlices: 1, Passes: 1, Readings: readings, Slices: []measure.Slice{{NS: 1000}}}, nil
	}
	v := Visitor{
		Sides: []Side{{Visit: visit, Lowest: measure.Lowest{}}}, Positions: map[grid.Cell]int{}, Judge: new(measure.Judge), Late: func() bool { return true },
		Move: func() error { moves = append(moves, visits); return nil },
	}
	v.Judge.Add(slices.Repeat(clean, 50)...)
	if _, err := v.Visits([]grid.Cell{{Technique: "magic"}, {Technique: "pext"}}, rand.New(rand.NewPCG(1, 1))); err != nil || !slices.Equal(moves, []int{2}) {
		t.Errorf("moves after visits %v of %d, %v; want one after the second", moves, visits, err)
	}
	v.Move = func() error { return errors.New("nowhere") }
	visits = 1
	if _, err := v.Visits([]grid.Cell{{Technique: "magic"}}, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a move that fails is no error")
	}
}

// What times in another language goes along.
func TestProgramsMove(t *testing.T) {
	other := &moving{}
	m := &measurer{Setup: Setup{CPU: 3}, other: other}
	for _, cpu := range []int{5, 5, 3} {
		if _, err := m.visit(request{Cell: "none", CPU: &cpu}); err == nil || m.CPU != cpu {
			t.Errorf("CPU %d, %v; want %d, and that there is no such cell", m.CPU, err, cpu)
		}
	}
	if _, err := m.visit(request{Cell: "none"}); err == nil || m.CPU != 3 || !slices.Equal(other.to, []int{5, 3}) {
		t.Errorf("CPU %d, the program moved to %v", m.CPU, other.to)
	}
}

type moving struct {
	language.Program
	to []int
}

func (m *moving) Move(cpu int) error {
	m.to = append(m.to, cpu)
	return nil
}

// The record has the CPUs of each round. Processes go to the CPU that a look finds where a visit found no clean slice: here to one that nobody has.
func TestRunsMove(t *testing.T) {
	if !machine.Moves {
		t.Skip("running programs cannot be moved here")
	}
	tiertest.Slow(t)
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	const nowhere = 1 << 20
	first, last := allowed[0], allowed[len(allowed)-1]
	for _, moves := range []bool{true, false} {
		run := fewCells(t)
		run.Rounds, run.Cap, run.Moves, run.CPU = 1, 1, moves, last
		m, _ := create(t, run)
		playLook(t, last, first, last, nowhere) // at the start, in the first round, and after two visits
		r := rehearse(t, m, "", func(Segment) bool { return false })
		unclean(&m.Record.Canary, true)
		err := errors.Join(r.Do(t.Context()), r.Close())
		if where := fmt.Sprint("CPU ", nowhere); moves != (err != nil && strings.Contains(err.Error(), where)) {
			t.Errorf("moves is %v: %v", moves, err)
		}
		if !moves && !slices.Equal(m.Record.Segments[0].CPUs, []int{last}) {
			t.Errorf("stays: CPUs %v, want %d", m.Record.Segments[0].CPUs, last)
		}
	}
	run := fewCells(t)
	run.Rounds, run.Cap, run.Moves = 1, 1, true
	m, _ := create(t, run)
	playLook(t, last, first, last, first)
	r := rehearse(t, m, "", func(Segment) bool { return false })
	unclean(&m.Record.Canary, true)
	err = errors.Join(r.Do(t.Context()), r.Close())
	want := slices.Compact([]int{first, last, first})
	if len(m.Record.Segments) != 1 || !slices.Equal(m.Record.Segments[0].CPUs, want) {
		t.Errorf("segments %+v, %v; want one on %v", m.Record.Segments, err, want)
	}
}

// A machine is crowded if neighbours are there nine tenths of the time on the CPU that is named, or on the quietest.
func TestCrowded(t *testing.T) {
	before, known := look, machine.Known(machine.Detect())
	t.Cleanup(func() { look = before })
	for shared, want := range map[int]bool{0: false, 8: false, 9: true, 10: known > 0} { // without a known turn, the shortest counts as quiet
		look = func(int, *measure.Judge, time.Duration) (int, string, []machine.Reading, error) {
			var readings []machine.Reading
			for i := range 10 {
				turn := machine.Reading{Clock: 2, Turn: cmp.Or(known, 5)}
				if i < shared {
					turn.Turn *= 2
				}
				readings = append(readings, turn)
			}
			return 7, "the test says so", readings, nil
		}
		disturbed, yes, err := Crowded(Setup{CPU: -1, Moves: true})
		if err != nil || yes != want {
			t.Errorf("%d of 10 readings disturbed: crowded is %v, %.2f, %v; want %v", shared, yes, disturbed, err, want)
		}
	}
}
