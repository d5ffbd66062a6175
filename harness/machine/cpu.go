package machine

import (
	"fmt"
	"runtime"
	"slices"
)

// Pin locks the calling goroutine to its thread, and that thread to one CPU where the system can do that. Elsewhere the scheduler
// decides, and the number does not count. On Linux and FreeBSD, processes and threads that are started from there inherit the CPU; the program's other threads keep theirs.
func Pin(cpu int) error { return pin(cpu, pins, AllowedCPUs, setAffinity) }

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

// ChooseCPU returns the CPU to measure on and why: the quietest that this thread may use. It is -1 if the system pins no threads.
func ChooseCPU() (cpu int, why string) {
	allowed, err := AllowedCPUs()
	if err != nil {
		return -1, err.Error()
	}
	return here.choose(allowed)
}

// checkPin returns an error if the system pins threads, and not this program's: sandboxes forbid that.
func checkPin() error {
	cpu, _ := ChooseCPU()
	return pinned(cpu, func() {})
}

// choose prefers, in this order: isolated CPUs, the faster kind of core where they differ, a core that runs no other
// thread, a core other than CPU 0's, which takes most interrupts, and the highest number.
func (h host) choose(allowed []int) (cpu int, why string) {
	if len(allowed) == 0 {
		return -1, "no CPU is allowed"
	}
	isolated, fast := h.cpuList("sys/devices/system/cpu/isolated"), h.cpuList("sys/devices/cpu_core/cpus")
	alone := func(cpu int) bool { return len(h.siblings(cpu)) == 1 }
	withZero := func(cpu int) bool { return cpu == 0 || slices.Contains(h.siblings(cpu), 0) }
	merits := func(cpu int) []int {
		capacity := 0 // on Arm's big.LITTLE, the speed of a core relative to the others
		if c := h.number(cpuFile(cpu, "cpu_capacity")); c != nil {
			capacity = int(*c)
		}
		return []int{
			one(slices.Contains(isolated, cpu)), one(slices.Contains(fast, cpu)), capacity, one(alone(cpu)), one(!withZero(cpu)), cpu,
		}
	}
	cpu = slices.MaxFunc(allowed, func(a, b int) int { return slices.Compare(merits(a), merits(b)) })
	switch {
	case len(allowed) == 1:
		why = "the only one allowed"
	case slices.Contains(isolated, cpu):
		why = "isolated from the scheduler"
	case withZero(cpu):
		why = "nothing better than CPU 0's core is allowed"
	case alone(cpu):
		why = "on a core of its own, away from CPU 0 and its interrupts"
	default:
		why = "away from CPU 0 and its interrupts"
	}
	return cpu, why
}

// one is 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
