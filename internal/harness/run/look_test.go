package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

// playLook has looks find these CPUs the quietest, one after the other, and the last CPU from then on. befores gets the run's CPU before each look.
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
		tells string // how the log begins
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

// A setup that may move leaves its CPU for that of a look. Without a CPU, or with a named CPU, it does not look.
func TestMove(t *testing.T) {
	befores := playLook(t, 7, 2)
	for _, c := range []struct {
		setup Setup
		want  int // the CPU after it
	}{{Setup{CPU: 3}, 3}, {Setup{CPU: 3, Moves: true}, 7}, {Setup{CPU: -1, Moves: true}, -1}, {Setup{CPU: 7, Moves: true}, 2}} {
		if err := c.setup.Move(new(measure.Judge)); err != nil || c.setup.CPU != c.want {
			t.Errorf("%+v, %v; want CPU %d", c.setup, err, c.want)
		}
	}
	if !slices.Equal(*befores, []int{3, 7}) {
		t.Errorf("looks from CPUs %v, want 3 and 7", *befores)
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

// The first look at the machine logs when a disturbed run will end, and compares turns with the known turn of the processor.
func TestSurvey(t *testing.T) {
	for most, want := range map[time.Duration]string{0: "", time.Hour: "; on a disturbed machine it ends after about 1h0m0s (--cap)"} {
		var judge measure.Judge
		var logged []string
		err := Survey(&judge, &Setup{}, most, func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) })
		if err != nil || judge.Known != machine.Known(machine.Detect()) || len(judge.Turns) == 0 {
			t.Fatalf("%v, judge %+v", err, judge)
		}
		first, rest, _ := strings.Cut(logged[0], ";")
		if !strings.HasPrefix(first, "disturbed ") || rest != strings.TrimPrefix(want, ";") || len(logged) > 1 != judge.NeverQuiet() {
			t.Errorf("cap %v, never quiet is %v: logged %q", most, judge.NeverQuiet(), logged)
		}
	}
}
