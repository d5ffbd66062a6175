package machine

import (
	"errors"
	"fmt"
	"sync/atomic"
	"syscall"
	_ "unsafe" // for linkname
)

// pins says whether slidebench pins threads on this system.
const pins = false

var refused atomic.Uintptr // the number of the last error of setAffinity, 0 for none

// setAffinity asks for a fast core for the calling thread, by the highest class of macOS's sys/qos.h: macOS pins no threads.
func setAffinity(int) error {
	const userInteractive = 0x21 // QOS_CLASS_USER_INTERACTIVE
	code, _, _ := call(setClass, userInteractive, 0, 0)
	refused.Store(code)
	return nil
}

// AllowedCPUs returns an error: macOS pins no threads. It says whether macOS refused fast cores to a thread.
func AllowedCPUs() ([]int, error) {
	if code := refused.Load(); code != 0 {
		return nil, fmt.Errorf("threads cannot be pinned on macOS, and may not ask for fast cores: %w", syscall.Errno(code))
	}
	return nil, errors.New("threads cannot be pinned on macOS: they ask for fast cores")
}

// setAffinity calls pthread_set_qos_class_self_np of macOS's pthread/qos.h without cgo, as golang.org/x/sys/unix calls other functions. That function takes a
// class and a priority in that class, and returns 0 or the number of an error. These declarations make it known to Go.
//
//go:cgo_import_dynamic libc_pthread_set_qos_class_self_np pthread_set_qos_class_self_np "/usr/lib/libSystem.B.dylib"

var setClass uintptr // the function's address: see cpu_darwin.s

// call calls a function of a system library by its address.
//
//go:linkname call syscall.syscall
func call(function, a, b, c uintptr) (result, second uintptr, err syscall.Errno)
