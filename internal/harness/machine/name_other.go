//go:build !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package machine

// systemName returns "": on Linux, host.processor reads the name from files, and other systems do not tell it.
func systemName() string { return "" }

// systemEmulator returns "": on these systems, only files name an emulator, which host.emulator reads.
func systemEmulator() string { return "" }
