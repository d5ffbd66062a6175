package machine

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// pins says whether slidebench pins threads on this system.
const pins = true

var schedSetaffinity = unix.SchedSetaffinity // tests replace it

// setAffinity pins the calling thread to a CPU.
func setAffinity(cpu int) error { return Move(0, cpu) }

// Moves says whether running programs can be moved to another CPU on this system.
const Moves = true

// Move pins a running program of one thread to a CPU, by its process number; 0 stands for the calling thread.
func Move(pid, cpu int) error {
	var set unix.CPUSet
	set.Set(cpu)
	return schedSetaffinity(pid, &set)
}

// AllowedCPUs returns the numbers of the CPUs that the calling thread may run on, lowest first.
func AllowedCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("allowed CPUs unknown: %w", err)
	}
	var cpus []int
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
