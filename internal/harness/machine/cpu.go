package machine

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
)

// Pin locks the calling goroutine to its thread, and that thread to one CPU where the system can do that. Elsewhere the scheduler
// decides, and cpu is ignored. On Linux and FreeBSD, processes and threads that are started from there inherit the CPU; the program's other threads keep theirs.
func Pin(cpu int) error { return pin(cpu, pins, AllowedCPUs, setAffinity) }

// Pinned calls do on a thread of its own that Pin pins to a CPU. The thread ends with the call, so the caller's thread stays as it is.
func Pinned(cpu int, do func() error) error {
	done := make(chan error)
	go func() {
		err := Pin(cpu)
		if err == nil {
			err = do()
		}
		done <- err
	}()
	return <-done
}

// pinned is like Pinned, for work without an error.
func pinned(cpu int, work func()) error { return Pinned(cpu, func() error { work(); return nil }) }

// pin is Pin by a system's own functions, which tests replace. pins says whether the system can pin threads at all.
func pin(cpu int, pins bool, allowed func() ([]int, error), set func(cpu int) error) error {
	runtime.LockOSThread()
	if !pins {
		_ = set(cpu) // if the system refuses, AllowedCPUs says so
		return nil
	}
	cpus, err := allowed()
	switch {
	case err != nil:
		err = fmt.Errorf("cannot pin to a CPU: %w", err)
	case cpu < 0:
		err = fmt.Errorf("no CPU %d to pin to (have: %v)", cpu, cpus)
	default:
		if err = set(cpu); err != nil {
			err = fmt.Errorf("cannot pin to CPU %d (have: %v): %w", cpu, cpus, err)
		}
	}
	if err != nil {
		runtime.UnlockOSThread()
	}
	return err
}

// ChooseCPU returns the CPU to measure on, and the reason, by facts of the system and without canaries. The CPU is -1 if the system pins no threads.
func ChooseCPU() (cpu int, why string) {
	candidates, err := Candidates()
	if err != nil {
		return -1, err.Error()
	}
	return Quietest(candidates, -1)
}

// checkPin returns an error if the system pins threads, but refuses to pin this program's threads, as in some sandboxes.
func checkPin() error {
	cpu, _ := ChooseCPU()
	return pinned(cpu, func() {})
}

// Candidate is a CPU that a run may measure on.
type Candidate struct {
	CPU int
	// Clean is the share of a look in which canaries had this CPU and its core to themselves, 0 for all candidates without a look.
	Clean float64

	kind     [3]int // 1 if isolated from the scheduler; 1 if a fast core of a hybrid; its capacity as Linux rates Arm's cores, else 0
	siblings []int  // the CPUs of its core, itself included; nil if unknown
	guarded  bool   // the siblings are known, and all are allowed here, so programs that are kept on other CPUs do not disturb it
	withZero bool   // shares the core of CPU 0, where most interrupts arrive
}

// Candidates returns the CPUs of the best kind that the calling thread may use, or an error if the system pins no threads.
func Candidates() ([]Candidate, error) {
	allowed, err := AllowedCPUs()
	if err != nil {
		return nil, err
	}
	return here.candidates(allowed), nil
}

// candidates returns the CPUs of the best kind among those that are allowed.
func (h host) candidates(allowed []int) (best []Candidate) {
	isolated, fast := h.cpuList("sys/devices/system/cpu/isolated"), h.cpuList("sys/devices/cpu_core/cpus")
	for _, cpu := range allowed {
		siblings := h.siblings(cpu)
		c := Candidate{CPU: cpu, siblings: siblings, guarded: siblings != nil, withZero: cpu == 0 || slices.Contains(siblings, 0)}
		for _, other := range siblings {
			c.guarded = c.guarded && slices.Contains(allowed, other)
		}
		c.kind = [3]int{one(slices.Contains(isolated, cpu)), one(slices.Contains(fast, cpu))}
		if capacity := h.number(cpuFile(cpu, "cpu_capacity")); capacity != nil {
			c.kind[2] = int(*capacity)
		}
		switch {
		case len(best) == 0, slices.Compare(c.kind[:], best[0].kind[:]) == 0:
			best = append(best, c)
		case slices.Compare(c.kind[:], best[0].kind[:]) > 0:
			best = []Candidate{c}
		}
	}
	return best
}

// asClean is the share of the cleanest CPU's Clean that counts as equally clean: looks are short, so smaller differences mean nothing.
const asClean = 0.9

// Quietest returns the CPU to measure on, and the reason. It stays at the CPU now, -1 for none, unless another is clearly cleaner. Of equally clean CPUs, it
// prefers a core other than CPU 0's, then one whose siblings are allowed here, then one whose siblings are clean, then a core of its own, then the highest number.
func Quietest(candidates []Candidate, now int) (cpu int, why string) {
	if len(candidates) == 0 {
		return -1, "no CPU is allowed"
	}
	cleanest := slices.MaxFunc(candidates, func(a, b Candidate) int { return cmp.Compare(a.Clean, b.Clean) }).Clean
	var left []Candidate
	for _, c := range candidates {
		if c.Clean >= asClean*cleanest {
			left = append(left, c)
		}
	}
	busySiblings := func(c Candidate) (busy int) {
		for _, other := range candidates {
			if slices.Contains(c.siblings, other.CPU) && other.Clean < asClean*cleanest {
				busy++
			}
		}
		return busy
	}
	merits := func(c Candidate) []int {
		return []int{one(c.CPU == now), one(!c.withZero), one(c.guarded), -busySiblings(c), one(len(c.siblings) == 1), c.CPU}
	}
	c := slices.MaxFunc(left, func(a, b Candidate) int { return slices.Compare(merits(a), merits(b)) })
	switch {
	case c.kind[0] == 1:
		why = "isolated from the scheduler"
	case len(candidates) == 1:
		why = "the only one allowed, or the only fast one"
	case len(left) < len(candidates):
		why = fmt.Sprintf("the quietest of %d", len(candidates))
	case c.withZero:
		why = "nothing better than CPU 0's core is allowed"
	case len(c.siblings) == 1:
		why = "on a core of its own, away from CPU 0 and its interrupts"
	default:
		why = "away from CPU 0 and its interrupts"
	}
	return c.CPU, why
}

// one returns 1 for true and 0 for false, so that facts can be compared like numbers.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
