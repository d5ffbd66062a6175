//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package machine

import (
	"strings"

	"golang.org/x/sys/unix"
)

// systemName returns the processor's name as sysctl has it: macOS under the first key, the BSDs under the second. It returns "" if there is none.
func systemName() string {
	for _, key := range []string{"machdep.cpu.brand_string", "hw.model"} {
		if name, err := unix.Sysctl(key); err == nil && name != "" {
			return strings.Join(strings.Fields(name), " ")
		}
	}
	return ""
}

// systemEmulator returns "Rosetta" if that runs this program, which was built for another processor. Only macOS has the key.
func systemEmulator() string {
	if translated, err := unix.SysctlUint32("sysctl.proc_translated"); err == nil && translated == 1 {
		return "Rosetta"
	}
	return ""
}
