package machine

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
)

// Pin locks the calling goroutine to its thread, and that thread to one CPU where the system can do that. Elsewhere the scheduler
// decides, and the number does not count. On Linux and FreeBSD, processes and threads that are started from there inherit the CPU; the program's other threads keep theirs.
func Pin(cpu int) error { return pin(cpu, pins, AllowedCPUs, setAffinity) }

// Pinned does something on a goroutine that Pin pins, and that ends with it.
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

// pin is Pin on a system that pins threads, or that pins none. A refused call says nothing about that.
func pin(cpu int, pins bool, allowed func() ([]int, error), set func(cpu int) error) error {
	runtime.LockOSThread()
	if !pins {
		_ = set(cpu) // AllowedCPUs tells the answer
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

// ChooseCPU returns the CPU to measure on and why, by what the system says of the CPUs alone. It is -1 if the system pins no threads.
func ChooseCPU() (cpu int, why string) {
	candidates, err := Candidates()
	if err != nil {
		return -1, err.Error()
	}
	return Quietest(candidates, -1)
}

// checkPin returns an error if the system pins threads, and not this program's: sandboxes forbid that.
func checkPin() error {
	cpu, _ := ChooseCPU()
	return pinned(cpu, func() {})
}

// Candidate is a CPU that a run may measure on.
type Candidate struct {
	CPU int
	// Clean is the part of a look in which canaries had this CPU and its core to themselves, 0 for all candidates if nobody has looked.
	Clean float64

	kind     [3]int // isolated from the scheduler; of the faster kind of cores; its speed relative to others on Arm's big.LITTLE
	siblings []int  // the CPUs of its core, itself included; nil if unknown
	guarded  bool   // the siblings are known, and all of them are allowed here: so programs that are kept on other CPUs do not disturb
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

// asClean is the part of the cleanest CPU's Clean from which on another counts as no less clean: looks are short.
const asClean = 0.9

// Quietest returns the CPU to measure on, and why. It stays at the CPU of now, -1 for none, unless another is clearly cleaner. Of CPUs that are as clean, it
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

// one is 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
