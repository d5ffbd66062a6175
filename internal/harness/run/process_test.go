package run

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The error about a program that may not be run names the program, and TMPDIR, which helps.
func TestStartNotAllowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs permissions of files")
	}
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), program, Setup{}, 1); err == nil || !strings.Contains(err.Error(), program) || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("%v, want the program and TMPDIR", err)
	}
}

// A measuring process is ready when it says so. Lines that packages print before main are no answer, and a process of another version is an error that says so.
func TestStartPrinting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	for script, want := range map[string]string{ // the error's text, "" for none
		"echo " + ready: "",
		"echo table 1; printf loaded; echo " + ready: "",
		"echo error 1; echo " + ready:                "", // "error" and "ok" begin answers in the wire form of package child, but here no question was asked
		"echo ok; echo ready":                        `says "ready", not "` + ready,
		"echo only":                                  "EOF",
		"echo x; echo no luck >&2; exit 3":           "measuring process: no luck",
	} {
		program := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(program, []byte("#!/bin/sh\nread line\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		p, err := Start(t.Context(), program, Setup{CPU: -1}, 1)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
		if err == nil {
			_ = p.Stop()
		}
	}
}
