package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness/guest"
)

// An absolute path names the working tree's file on both sides, which would always be as fast as itself.
func TestBaseHasItsOwnSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attacks.c")
	_, err := baseTree(t.Context(), t.TempDir(), "HEAD", guest.Guests{Headers: []guest.Header{{Name: "mine", Path: path, Rook: "rook"}}}, "")
	if err == nil || !strings.Contains(err.Error(), "the same file in head and base") {
		t.Errorf("%v", err)
	}
}
