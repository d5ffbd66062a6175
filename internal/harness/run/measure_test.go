package run

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/slidebench/slidebench/internal/harness/language"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The test binary is its own measuring process, as by runtest.Main, which imports this package.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == Command {
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(2)
		}
		os.Exit(0)
	}
	LookTime = 20 * time.Millisecond
	os.Exit(m.Run())
}

// The quickest pass of the first visit chooses how many slices all visits have, so warm does not end after a single pass, which may have been interrupted. Work of one
// unit, such as building, is not repeated for that. Later visits stop at a pass about as quick as the quickest of all visits before: 2 % longer at most. A pass is no
// quicker than another if it takes at least 99 % of its time. Here, warm may take 5000 µs.
func TestWarm(t *testing.T) {
	for _, c := range []struct {
		name     string
		units    int
		uncut    bool            // the number of slices is unknown
		known    time.Duration   // the quickest pass of earlier visits, 0 for none; all times are in microseconds
		passes   []time.Duration // how long each pass takes; the last one stands for all to come
		calls    int             // passes that warm does
		quickest time.Duration
		after    time.Duration // the quickest pass that later visits know
	}{
		{"a first pass that was interrupted", 2, true, 0, []time.Duration{10_000, 100}, 2, 100, 100},
		{"a first pass that was interrupted, and a known number of slices", 2, false, 0, []time.Duration{10_000, 100}, 1, 10_000, 10_000},
		{"one unit", 1, true, 0, []time.Duration{10_000, 100}, 1, 10_000, 10_000},
		{"two no quicker than the best", 2, true, 0, []time.Duration{300, 200, 199}, 4, 199, 199},
		{"no time for a third", 2, true, 0, []time.Duration{3000, 2900}, 2, 2900, 2900},
		{"no longer than known", 2, false, 100, []time.Duration{101}, 1, 101, 100},
		{"better than known", 2, false, 100, []time.Duration{50}, 1, 50, 50},
		{"no longer than known in the end", 2, false, 100, []time.Duration{400, 300, 200, 101}, 4, 101, 100},
		{"always longer than known", 2, false, 100, []time.Duration{103}, 3, 103, 100},
		{"too long to be warmed", 2, false, 6000, nil, 0, 6000, 6000},
	} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			w := &work{pass: c.known * time.Microsecond, Workload: &workload.Workload{Units: c.units, Do: func(int, int) uint64 {
				time.Sleep(c.passes[min(calls, len(c.passes)-1)] * time.Microsecond)
				calls++
				return 0
			}}}
			quickest, err := w.warm(5*time.Millisecond, c.uncut)
			if err != nil || calls != c.calls || quickest != c.quickest*time.Microsecond || w.pass != c.after*time.Microsecond {
				t.Errorf("%s: %d passes, quickest %v, known after it %v, %v; want %d, %d and %d µs",
					c.name, calls, quickest, w.pass, err, c.calls, c.quickest, c.after)
			}
		})
	}
}

// A measuring process that gets a setup or request it cannot use fails with one line.
func TestMeasureSaysWhatIsWrong(t *testing.T) {
	tiertest.Slow(t)
	for _, in := range []string{ // no setup; a setup or a request that is no JSON; a cell that is none, or of no technique; and a corpus without questions
		"", "not json\n", `{"reference":"fancymagic","questions":8,"time":1000}` + "\nnonsense\n",
		`{"reference":"fancymagic","questions":8,"time":1000}` + "\n{\"cell\":\"nonsense\"}\n",
		`{"reference":"fancymagic","questions":8,"time":1000}` + "\n{\"cell\":\"BenchmarkAttacks/technique=magik/piece=rook/mode=latency/corpus=random4\"}\n",
		`{"reference":"fancymagic","questions":0,"time":1000}` + "\n{\"cell\":\"BenchmarkAttacks/technique=magic/piece=rook/mode=latency/corpus=random4\"}\n",
	} {
		binary, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(binary, Command)
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(os.Environ(), "GODEBUG=") // where it hides a feature that the runtime does not know, the runtime adds a line
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Run(); err == nil || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: %v, says %q; want a failure and one line", in, err, said.String())
		}
	}
}

// A process whose clock is too coarse measures nothing, whatever clock the program that starts it has seen.
func TestMeasureNeedsATimer(t *testing.T) {
	began := time.Now()
	defer machine.Play(func() time.Duration { return time.Since(began).Truncate(15 * time.Millisecond) })()
	var out strings.Builder
	err := Serve(strings.NewReader(`{"reference":"fancymagic","questions":8,"time":1000}`+"\n"), &out)
	if err == nil || !strings.HasPrefix(err.Error(), "the clock moves in steps of 15ms") || out.String() != "" {
		t.Errorf("%v, %q", err, &out)
	}
}

// Timed code runs on the setup's CPU alone, although the body of a benchmark runs on a goroutine of its own. So does other work that is pinned.
func TestTimedCodeIsPinned(t *testing.T) {
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Skip(err)
	}
	m := &measurer{Setup: Setup{CPU: allowed[len(allowed)-1]}}
	var within []int
	_, err = m.benchmark(func(b *testing.B) (err error) {
		within, err = machine.AllowedCPUs()
		return err
	})
	if err != nil || len(within) != 1 || within[0] != m.CPU {
		t.Errorf("timed code may run on %v, %v; want CPU %d alone", within, err, m.CPU)
	}
	err = machine.Pinned(m.CPU, func() (err error) {
		within, err = machine.AllowedCPUs()
		return err
	})
	if err != nil || len(within) != 1 || within[0] != m.CPU {
		t.Errorf("other work may run on %v, %v; want CPU %d alone", within, err, m.CPU)
	}
}

// Caches are warmed on the CPU that is timed: passes before the first slice run there as well.
func TestWarmedWhereItIsTimed(t *testing.T) {
	allowed, err := machine.AllowedCPUs()
	if err != nil {
		t.Skip(err)
	}
	m := &measurer{Setup: Setup{CPU: allowed[len(allowed)-1], Time: 10 * time.Microsecond}}
	elsewhere := 0
	w := &work{Workload: &workload.Workload{Units: 1, Answers: 1, Do: func(int, int) uint64 {
		if within, err := machine.AllowedCPUs(); err != nil || !slices.Equal(within, []int{m.CPU}) {
			elsewhere++
		}
		return 0
	}}}
	if _, err := m.time(w, request{Cell: "x"}); err != nil || elsewhere > 0 {
		t.Errorf("work was done %d times where it might run on any of %v, %v", elsewhere, allowed, err)
	}
}

// Each slice may wait for a quiet spell, and not only the first ones of a visit.
func TestEverySliceMayWait(t *testing.T) {
	cpu, _ := machine.ChooseCPU()
	m := &measurer{Setup: Setup{CPU: cpu, Time: time.Millisecond}}
	w := &work{Workload: &workload.Workload{Units: 1, Answers: 1, Do: func(int, int) uint64 { return 0 }}}
	const wait = 20 * time.Millisecond
	v, err := m.time(w, request{Cell: "x", Limit: 0.001, Wait: wait, EachSlice: true}) // no canary has a turn below the limit, so every slice waits
	if err != nil || len(v.Slices) < fewPasses || v.Elapsed < wait*time.Duration(len(v.Slices)) {
		t.Errorf("%d slices in %v, %v; want %v for each", len(v.Slices), v.Elapsed, err, wait)
	}
}

// A measuring process knows guests in other languages, here the guest "mine", by its setup, which has the sizes of their tables for rook, bishop and queen.
func TestServesGuests(t *testing.T) {
	defer techniques.SetGuests(nil)
	for guests, want := range map[string]string{"": `no technique "mine" to measure`, `,"guests":[{"Name":"mine","Family":"guest","Bytes":[1,2,3]}]`: `"bytes":3`} {
		techniques.SetGuests(nil)
		var out bytes.Buffer
		err := Serve(strings.NewReader(`{"reference":"fancymagic","questions":8,"time":1000`+guests+"}\n"+
			`{"cell": "BenchmarkAttacks/technique=mine/piece=queen/mode=throughput/corpus=random16"}`+"\n"), &out)
		if said := fmt.Sprint(out.String(), err); !strings.Contains(strings.ToLower(said), want) {
			t.Errorf("%s: %s, want %q", guests, said, want)
		}
	}
}

// The stack of timed code can begin at every word of a cache line.
func TestStackBeginsAtEveryWord(t *testing.T) {
	const line, word = 64, 8
	seen := map[uintptr]bool{}
	var at uintptr
	done := make(chan bool)
	go func() {
		place := func() {
			var x uint64
			at = uintptr(unsafe.Pointer(&x))
		}
		onShiftedStack(Stacks, place) // grows the goroutine's stack, which does not move after that
		for words := range Stacks {
			onShiftedStack(words, place)
			seen[at%line] = true
		}
		close(done)
	}()
	<-done
	if len(seen) != line/word {
		t.Errorf("%d stacks begin at bytes %v of a line, want all %d words", Stacks, seen, line/word)
	}
}

// Stacks rounds in a row have each place once, in an order that depends on the seed and is drawn anew after them.
func TestRoundsHaveAllStacks(t *testing.T) {
	places := func(seed uint64, first int) (all []int) {
		for round := range Stacks {
			all = append(all, stackIn(seed, first+round))
		}
		return all
	}
	for seed := range uint64(10) {
		for _, first := range []int{1, 1 + Stacks, 1 + 2*Stacks} {
			if all := places(seed, first); len(slices.Compact(slices.Sorted(slices.Values(all)))) != Stacks {
				t.Errorf("seed %d: rounds from %d on have places %v", seed, first, all)
			}
		}
		if slices.Equal(places(seed, 1), places(seed, 1+Stacks)) || slices.Equal(places(seed, 1), places(seed+1, 1)) {
			t.Errorf("seed %d: the same order again", seed)
		}
	}
}

// The program of another language moves to another CPU with its measuring process, and only if the CPU is another one.
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

// moving is a program of another language that notes the CPUs that it moves to.
type moving struct {
	language.Program
	to []int
}

// Move notes a CPU.
func (m *moving) Move(cpu int) error {
	m.to = append(m.to, cpu)
	return nil
}
