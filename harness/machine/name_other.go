//go:build !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package machine

// systemName returns "": Linux tells names in files, and other systems tell none.
func systemName() string { return "" }
