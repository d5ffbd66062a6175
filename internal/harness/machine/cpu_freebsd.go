//go:build !386 && !arm

package machine

import (
	"cmp"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pins says whether slidebench pins threads on this system.
const pins = true

// affinity calls cpuset_getaffinity or cpuset_setaffinity for the calling thread, with a set of one CPU, which the former overwrites, and returns the set. The constants
// are those of FreeBSD's sys/cpuset.h. The set is as large as the kernel's: its kern_cpuset.c refuses smaller ones, and in some releases larger ones.
func affinity(call uintptr, cpu int) ([]uint64, error) {
	const levelWhich, whichTID, itself = 3, 1, ^uintptr(0) // an id of 64 bits, which would be two arguments on machines of 32 bits: these are in cpu_other.go
	most, err := unix.SysctlUint32("kern.smp.maxcpus")
	if err != nil || cpu >= int(most) {
		return nil, cmp.Or(err, error(unix.EINVAL))
	}
	set := make([]uint64, (most+63)/64)
	set[cpu/64] = 1 << (cpu % 64)
	if _, _, errno := unix.Syscall6(call, levelWhich, whichTID, itself, uintptr(8*len(set)), uintptr(unsafe.Pointer(&set[0])), 0); errno != 0 {
		return nil, errno
	}
	return set, nil
}

// setAffinity pins the calling thread to a CPU.
func setAffinity(cpu int) error {
	_, err := affinity(unix.SYS_CPUSET_SETAFFINITY, cpu)
	return err
}

// AllowedCPUs returns the numbers of the CPUs that the calling thread may run on, lowest first.
func AllowedCPUs() (cpus []int, err error) {
	set, err := affinity(unix.SYS_CPUSET_GETAFFINITY, 0)
	if err != nil {
		return nil, fmt.Errorf("allowed CPUs unknown: %w", err)
	}
	for cpu := range 64 * len(set) {
		if set[cpu/64]>>(cpu%64)&1 == 1 {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
