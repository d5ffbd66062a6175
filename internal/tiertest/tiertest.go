// Package tiertest says which tests there is time for, and which have the processor and tools that they need. make short leaves out slow tests, and make test those that
// take minutes; make check runs all, and make nightly some of them in full.
package tiertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Hurried reports whether there is time for a sample only: -short asks for that, and SLIDEBENCH_PROVE for the proof in any case.
func Hurried() bool { return testing.Short() && os.Getenv("SLIDEBENCH_PROVE") == "" }

// Slow skips a test that builds, searches, measures or emulates when there is no time for it.
func Slow(t testing.TB) {
	t.Helper()
	if Hurried() {
		t.Skip("slow: -short")
	}
}

// Minutes reports whether there is time for tests of minutes: make check sets SLIDEBENCH_CHECK.
func Minutes() bool { return os.Getenv("SLIDEBENCH_CHECK") != "" }

// Nightly reports whether there is time for proofs in full: make nightly sets SLIDEBENCH_NIGHTLY.
func Nightly() bool { return os.Getenv("SLIDEBENCH_NIGHTLY") != "" }

// Long skips a test of minutes when there is no time for it.
func Long(t testing.TB) {
	t.Helper()
	if !Minutes() {
		t.Skip("takes minutes: make check does it")
	}
}

// Sample returns one element in every of a list, or in make check the whole list.
func Sample[T any](list []T, every int) (sample []T) {
	for i, x := range list {
		if Minutes() || i%every == 0 {
			sample = append(sample, x)
		}
	}
	return sample
}

// Lightly has compilers of C optimize little, except in make check, for a test that asks what a program answers, not how fast it is. In PATH stand scripts of their
// names, which call them with -O1 last.
func Lightly(t testing.TB) {
	t.Helper()
	const set = "SLIDEBENCH_LIGHTLY" // the scripts are in PATH already
	if Minutes() || os.Getenv(set) != "" {
		return
	}
	folder := t.TempDir()
	for _, name := range []string{"gcc", "g++", "clang", "clang++"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\nexec '"+path+"' \"$@\" -O1\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(set, "1")
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// Need skips a test where a feature of the processor or the build, or a tool, is missing, and fails it where the environment variable
// SLIDEBENCH_REQUIRE, a list separated by commas, names it.
func Need(t testing.TB, feature string, missing error) {
	t.Helper()
	switch {
	case missing == nil: // the feature is there
	case slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), feature):
		t.Fatalf("%s is required: %v", feature, missing)
	default:
		t.Skipf("needs %s: %v", feature, missing)
	}
}
