package machine

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Windows numbers the CPUs of a processor group, and shows a program those of one group: of 64 CPUs at most, and of 32 to programs of 32 bits.
var (
	processAffinity   = kernel32.NewProc("GetProcessAffinityMask")
	setThreadAffinity = kernel32.NewProc("SetThreadAffinityMask")
	setThreadPriority = kernel32.NewProc("SetThreadPriority")
)

// pins says whether slidebench pins threads on this system.
const pins = true

const highestPriority = 2 // THREAD_PRIORITY_HIGHEST, the highest that needs no privilege

// setAffinity pins the calling thread to a CPU, with a higher priority than other programs' threads. Processes that it starts do not inherit the CPU.
func setAffinity(cpu int) error {
	// A shift by more than the size of a word leaves no CPU, which Windows refuses.
	if before, _, err := setThreadAffinity.Call(uintptr(windows.CurrentThread()), 1<<cpu); before == 0 {
		return err
	}
	_, _, _ = setThreadPriority.Call(uintptr(windows.CurrentThread()), highestPriority) // if this fails, the canaries show the cost of a lower priority
	return nil
}

// AllowedCPUs returns the numbers of the CPUs that this process may run on, lowest first.
func AllowedCPUs() (cpus []int, err error) {
	var own, all uintptr
	done, _, err := processAffinity.Call(uintptr(windows.CurrentProcess()), uintptr(unsafe.Pointer(&own)), uintptr(unsafe.Pointer(&all)))
	if done == 0 {
		return nil, fmt.Errorf("allowed CPUs unknown: %w", err)
	}
	if own == 0 { // of a process in several groups
		return nil, fmt.Errorf("allowed CPUs unknown: %w in several processor groups", errors.ErrUnsupported)
	}
	for ; own != 0; own &= own - 1 {
		cpus = append(cpus, bits.TrailingZeros(uint(own)))
	}
	return cpus, nil
}
