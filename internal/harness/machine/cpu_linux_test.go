package machine

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Pin pins a thread to one CPU, and the error about a CPU that is not allowed names it.
func TestPin(t *testing.T) {
	allowed, err := AllowedCPUs()
	if err != nil {
		t.Fatal(err)
	}
	cpu, _ := ChooseCPU()
	var now []int
	if err := pinned(cpu, func() { now, _ = AllowedCPUs() }); err != nil || !slices.Equal(now, []int{cpu}) {
		t.Errorf("pinned to %d, allowed %v, %v", cpu, now, err)
	}
	for _, cpu := range []int{-1, 1023, 1 << 20} {
		if slices.Contains(allowed, cpu) {
			continue
		}
		if err := Pin(cpu); err == nil || !strings.Contains(err.Error(), fmt.Sprint("CPU ", cpu)) {
			t.Errorf("pinned to CPU %d of %v: %v", cpu, allowed, err)
		}
	}
}

// In a sandbox that forbids pinning, CheckTimer returns an error, so nothing is measured on threads that move between CPUs.
func TestPinForbidden(t *testing.T) {
	defer func() { schedSetaffinity = unix.SchedSetaffinity }()
	schedSetaffinity = func(int, *unix.CPUSet) error { return unix.EPERM }
	if err := CheckTimer(); err == nil || !strings.HasPrefix(err.Error(), "cannot pin to CPU ") || !errors.Is(err, unix.EPERM) {
		t.Errorf("%v, want that a thread cannot be pinned", err)
	}
}

// A system call that a sandbox does not know is an error of pin. On a system that pins no threads, its failure is none.
func TestPinUnknown(t *testing.T) {
	noCall, onlyCPU0 := func() ([]int, error) { return nil, unix.ENOSYS }, func() ([]int, error) { return []int{0}, nil }
	refuse, accept := func(int) error { return unix.ENOSYS }, func(int) error { return nil }
	for name, err := range map[string]error{"allowed": pin(0, true, noCall, accept), "set": pin(0, true, onlyCPU0, refuse)} {
		if !errors.Is(err, unix.ENOSYS) || !strings.HasPrefix(err.Error(), "cannot pin to ") {
			t.Errorf("%s: %v, want that a thread cannot be pinned", name, err)
		}
	}
	asked := -1
	err := pin(5, false, noCall, func(cpu int) error { asked = cpu; return unix.ENOSYS })
	runtime.UnlockOSThread()
	if err != nil || asked != 5 {
		t.Errorf("without pinning: %v, asked for CPU %d, want 5", err, asked)
	}
}
