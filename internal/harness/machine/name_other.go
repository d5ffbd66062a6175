//go:build !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package machine

// systemName returns "": Linux tells names in files, and other systems tell none.
func systemName() string { return "" }

// systemEmulator returns "": files tell emulators, where any tells.
func systemEmulator() string { return "" }
