package run

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A folder that allows no programs is named, with what helps.
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
