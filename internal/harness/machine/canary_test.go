package machine

import (
	"encoding/json"
	"errors"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// plausible reports whether a processor of today may run at a frequency in GHz.
func plausible(ghz float64) bool { return ghz > 0.5 && ghz < 8 }

// Most readings have a plausible clock and turn. The system may interrupt a canary, so single readings may be low.
func TestCanary(t *testing.T) {
	var clocks, turns []float64
	for range 300 {
		r := Canary()
		if !(r.Clock > 0) || !(r.Turn > 0) || math.IsInf(r.Clock, 0) || math.IsInf(r.Turn, 0) {
			t.Fatalf("reading %+v", r)
		}
		clocks, turns = append(clocks, r.Clock), append(turns, r.Turn)
	}
	slices.Sort(clocks)
	slices.Sort(turns)
	if clock := clocks[len(clocks)/2]; !plausible(clock) {
		t.Errorf("%.3f GHz by the middle one of %d readings", clock, len(clocks))
	}
	// A turn has twenty instructions in five chains of four, so it takes at least four cycles.
	if turn := turns[len(turns)/2]; turn < 3.9 || turn > 100 {
		t.Errorf("%.3f cycles for a turn by the middle one of %d readings", turn, len(turns))
	}
}

// A reading is the same after writing and reading it as JSON.
func TestReadingSurvivesJSON(t *testing.T) {
	text, err := json.Marshal(Reading{3.25, 5.125})
	var again Reading
	if err := errors.Join(err, json.Unmarshal(text, &again)); err != nil || again != (Reading{3.25, 5.125}) || string(text) != "[3.25,5.125]" {
		t.Errorf("%s came back as %+v, %v", text, again, err)
	}
}

// The chain's result is that of its steps done one by one, each on the result of the previous step.
func TestChainDependsOnAllSteps(t *testing.T) {
	k, l := uint64(0x123456789abcdef), uint64(0xfedcba987654321)
	want := k
	for turns := range 20 {
		if got := chain(turns, k, l); got != want {
			t.Fatalf("%d turns: %#x, want %#x", turns, got, want)
		}
		for range 4 {
			want = (want + k) ^ l
		}
	}
}

// The chain's clock agrees with the time-stamp counter as far as possible: the counter ticks at the processor's nominal clock, and the real clock
// may be lower, to save energy, or higher.
func TestCycleAgreesWithTimeStamp(t *testing.T) {
	check := CheckCycle()
	if check.TimeStamp == 0 {
		t.Skip("no time-stamp counter here")
	}
	if !plausible(check.TimeStamp) {
		t.Errorf("the time-stamp counter ticks %v times in a nanosecond", check.TimeStamp)
	}
	var best float64
	for range 300 {
		best = max(best, Canary().Clock)
	}
	if times := best / check.TimeStamp; times < 0.1 || times > 4 {
		t.Errorf("the chain's clock is %.3f GHz at best, and the time-stamp counter's %.3f GHz", best, check.TimeStamp)
	}
}

// The processor's own counter counts one cycle for each cycle of the chain.
func TestCycleIsACycle(t *testing.T) {
	counted := CheckCycle().Counted
	if counted == 0 {
		t.Skip("no hardware counter of cycles: " + Counters())
	}
	// Interrupts are in the kernel, which is not counted; a thread that moves to a slower core still takes one cycle for each.
	if counted < 0.98 || counted > 1.02 {
		t.Errorf("%.4f cycles are counted for each of the chain", counted)
	}
}

// Watch watches an allowed CPU for as long as asked, refuses another CPU, and leaves the caller's thread as it is.
func TestWatch(t *testing.T) {
	cpu := 0
	if allowed, err := AllowedCPUs(); err == nil {
		cpu = allowed[len(allowed)-1]
		if _, err := Watch(1<<20, time.Millisecond); err == nil {
			t.Error("watches a CPU that no machine has")
		}
		if _, err := Watch(cpu, time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if after, err := AllowedCPUs(); err != nil || !slices.Equal(allowed, after) {
			t.Errorf("the caller of Watch may run on %v, before on %v, %v", after, allowed, err)
		}
	}
	began := time.Now()
	readings, err := Watch(cpu, 5*time.Millisecond)
	if err != nil || len(readings) == 0 || time.Since(began) < 5*time.Millisecond {
		t.Errorf("%d readings in %v, %v", len(readings), time.Since(began), err)
	}
	for _, r := range readings {
		if !(r.Clock > 0) || !(r.Turn > 0) {
			t.Fatalf("reading %+v", r)
		}
	}
}

// The compiled loops of the canary are as its comment says: a turn has 8 additions and exclusive-ors of registers in one chain, or 20 in five chains,
// and nothing else but counting turns.
func TestChainIsWhatItSays(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOARCH != "amd64" {
		t.Skip("reads the machine code of amd64")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to build and disassemble: ", err)
	}
	binary := filepath.Join(t.TempDir(), "machine.test")
	if said, err := exec.Command(goTool, "test", "-c", "-pgo=off", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	code, err := exec.Command(goTool, "tool", "objdump", "-s", `^github.com/slidebench/slidebench/internal/harness/machine\.(chain|independent)$`, binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	for function, want := range map[string]struct{ steps, chains int }{"chain": {8, 1}, "independent": {20, 5}} {
		loop := loopOf(t, string(code), function)
		var steps []step
		written := map[string]bool{}
		for _, text := range loop {
			if s, ok := parseStep(text); ok {
				steps = append(steps, s)
				written[s.to] = true
			} else if !counting.MatchString(text) {
				t.Errorf("%s: %s (want additions and exclusive-ors of registers, and the counting of turns)", function, text)
			}
		}
		// A chain is named after the register that it begins in. A step reads the register of a chain and an operand that no step writes, and writes
		// the chain's next register.
		chains := map[string]string{} // register: the chain whose newest result it holds
		lengths := map[string]int{}   // chain: its steps so far
		lastOp := map[string]string{} // chain: the operation of its newest step
		for to := range written {
			chains[to] = to
		}
		for _, s := range steps {
			at, operand := s.a, s.b
			if !written[at] {
				at, operand = operand, at
			}
			if !written[at] || written[operand] {
				t.Errorf("%s: %+v (want one operand that a step writes, and one that none does)", function, s)
			}
			chain := chains[at]
			if lastOp[chain] == s.op {
				t.Errorf("%s: %s after %s on one chain, which could be one step", function, s.op, s.op)
			}
			if function == "chain" && s.op == "add" && (s.base == "R13" || s.base == "BP") {
				t.Errorf("%s: %+v takes three cycles on some of Intel's processors", function, s)
			}
			chains[s.to], lastOp[chain] = chain, s.op
			lengths[chain]++
		}
		if len(steps) != want.steps || len(lengths) != want.chains {
			t.Errorf("%s: %d steps in a turn, in %d chains, want %d in %d", function, len(steps), len(lengths), want.steps, want.chains)
		}
		for chain, n := range lengths {
			if n != want.steps/want.chains || chains[chain] != chain {
				t.Errorf("%s: %d steps in the chain that begins in %s, which the next turn does not go on with: %v", function, n, chain, chains)
			}
		}
		if t.Failed() {
			t.Logf("%s:\n%s", function, strings.Join(loop, "\n"))
		}
	}
}

// step is an addition or exclusive-or of the registers a and b, whose result goes to the register to.
type step struct {
	op, a, b, to string
	base         string // of LEAQ, an addition whose sum goes to a third register: its base; "" for others
}

// register matches the name of a register in a disassembly.
const register = `(R\d+|[A-D]X|SI|DI|BP)`

// Instructions in a loop: a step with two operands, a step by LEAQ, and those that count turns.
var (
	twoOperands = regexp.MustCompile(`^(ADD|XOR)Q ` + register + `, ` + register + `$`)
	lea         = regexp.MustCompile(`^LEAQ 0\(` + register + `\)\(` + register + `\*1\), ` + register + `$`)
	counting    = regexp.MustCompile(`^((INC|DEC)Q ` + register + `|(CMPQ|TESTQ) ` + register + `, ` + register + `|J[A-Z]+ 0x[0-9a-f]+|NOP.*)$`)
)

// parseStep parses an instruction that is a step.
func parseStep(text string) (step, bool) {
	if f := twoOperands.FindStringSubmatch(text); f != nil {
		return step{op: strings.ToLower(f[1]), a: f[3], b: f[2], to: f[3]}, true
	}
	if f := lea.FindStringSubmatch(text); f != nil {
		return step{op: "add", a: f[1], b: f[2], to: f[3], base: f[1]}, true
	}
	return step{}, false
}

// loopOf returns the instructions of a function's only loop, without addresses.
func loopOf(t *testing.T, code, function string) []string {
	t.Helper()
	var addresses []uint64
	var instructions []string
	within := false
	for line := range strings.Lines(code) {
		f := strings.Fields(line)
		if len(f) >= 2 && f[0] == "TEXT" {
			within = strings.HasSuffix(f[1], "."+function+"(SB)")
		} else if within && len(f) >= 4 {
			address, err := strconv.ParseUint(f[1], 0, 64)
			if err != nil {
				t.Fatalf("not a line of a disassembly: %q", line)
			}
			addresses, instructions = append(addresses, address), append(instructions, strings.Join(f[3:], " "))
		}
	}
	begin, end := -1, -1
	for i, text := range instructions {
		op, arg, _ := strings.Cut(text, " ")
		if target, err := strconv.ParseUint(arg, 0, 64); err == nil && op[0] == 'J' && target <= addresses[i] {
			if end >= 0 {
				t.Fatalf("%s has two loops:\n%s", function, strings.Join(instructions, "\n"))
			}
			begin, end = slices.Index(addresses, target), i+1
		}
	}
	if begin < 0 {
		t.Fatalf("%s has no loop:\n%s", function, strings.Join(instructions, "\n"))
	}
	return instructions[begin:end]
}
