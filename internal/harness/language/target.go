package language

import (
	"cmp"
	"runtime"
)

// Target is a kind of machine that programs are compiled for; the zero one is this very machine.
type Target struct {
	OS, Arch string // as GOOS and GOARCH name them
	CC       string // the compiler of C, "" for the usual one
}

func (t Target) String() string { return t.OS + "/" + t.Arch }

// Here returns the target with this machine's kind in place of the zero one.
func (t Target) Here() Target {
	return Target{cmp.Or(t.OS, runtime.GOOS), cmp.Or(t.Arch, runtime.GOARCH), t.CC}
}

// Environment returns the variables that tell the go command of the target. Without cgo its programs need no shared libraries.
func (t Target) Environment() []string {
	if t == (Target{}) {
		return nil
	}
	return []string{"GOOS=" + t.OS, "GOARCH=" + t.Arch, "CGO_ENABLED=0"}
}

// Abroad is a Language that compiles programs for other machines, too.
type Abroad interface {
	Language
	// For returns the language for a target: its Here, Check, Compiler, Lacks and Compile are about that machine.
	For(t Target) Language
}
