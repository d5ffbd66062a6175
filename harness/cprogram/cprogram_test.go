package cprogram

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
)

const root = "../.."

// TestRight proves the headers of all techniques: with make check as every compiler here compiles them, the vectorizer on and off, and under
// sanitizers.
func TestRight(t *testing.T) {
	tiertest.Slow(t)
	step := 21
	if tiertest.Minutes() {
		step = 1
	}
	right, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewExam(right[0], step, 1)
	if err != nil {
		t.Fatal(err)
	}
	found := Found()
	if len(found) == 0 {
		t.Skip("needs gcc or clang, and Linux")
	}
	var builds []Build
	for _, name := range found {
		b, err := ParseBuild(name)
		if err != nil {
			t.Fatal(err)
		}
		with, checked := b, b
		with.Vectorizer, checked.Sanitizers = true, true
		builds = append(builds, b, with)
		if name == "c-gcc" { // Debian's clang comes without sanitizers
			builds = append(builds, checked)
		}
	}
	if !tiertest.Minutes() {
		builds = builds[:1]
	}
	for _, b := range builds {
		t.Run(fmt.Sprintf("%v, sanitizers %v", b, b.Sanitizers), func(t *testing.T) {
			n, err := ProveAll(t.Context(), b, nil, root, x, nil)
			if err != nil {
				t.Error(err)
			}
			t.Logf("%d techniques are right", n)
		})
	}
}

// A build has one name, and other names are refused in one line.
func TestParseBuild(t *testing.T) {
	for _, name := range []string{"c-gcc", "c-clang", "c-gcc-v2", "c-clang-v4+vectorizer", "c-gcc+vectorizer"} {
		if b, err := ParseBuild(name); err != nil || b.String() != name || !IsBuild(name) {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
	for _, name := range []string{"c-", "c-icc", "c-gcc-v5", "c-gcc-", "c-gcc+", "c-gcc+simd", "c-gcc-v3-v4", "c-gcc+vectorizer+vectorizer"} {
		if _, err := ParseBuild(name); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if slices.ContainsFunc([]string{"v3", "v3+simd", "all", ""}, IsBuild) {
		t.Error("a level of Go is called a build in C")
	}
}

// fancy is the exam of a few squares.
func fancy(t *testing.T) *Exam {
	t.Helper()
	right, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewExam(right[0], 21, 1)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// anyBuild returns a build by a compiler that is here.
func anyBuild(t *testing.T) Build {
	t.Helper()
	found := Found()
	if len(found) == 0 {
		t.Skip("needs gcc or clang, and Linux")
	}
	b, err := ParseBuild(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Faults in a header are caught: wrong answers by the exam, and others by the sanitizers, or as the end of the program.
func TestFaults(t *testing.T) {
	tiertest.Slow(t)
	b, x := anyBuild(t), fancy(t)
	for _, c := range []struct {
		file, old, new string
		sanitizers     bool
		want           string // "" for none
	}{
		{"fancymagic/fancymagic.h", "", "", false, ""},
		{"fancymagic/fancymagic.h", "", "", true, ""},
		{"fancymagic/factors_gen.h", "UINT64_C(0x0080001880204002)", "UINT64_C(0x0000001880204002)", false, "rook on a1 is wrong"},
		{"fancymagic/fancymagic.h", "= board_bishop(sq, occ)", "= board_bishop(sq, 0)", false, "bishop on"},
		{"fancymagic/fancymagic.h", "bishop_offset++;", "bishop_offset += occ != 0;", false, "is wrong"},
		{"fancymagic/fancymagic.h", "fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "fancymagic_rook(sq, occ) | (fancymagic_bishop(sq, occ) & ~occ)", false, "queen on"},
		{"fancymagic/fancymagic.h", "fancymagic_bishop_table[5248]", "fancymagic_bishop_table[5216]", true, "ended"},
		{"fancymagic/fancymagic.h", "board_rook_mask(sq);", "board_rook_mask(sq) << 64 - 64 * (sq > 62);", true, "ended"},
		{"fancymagic/fancymagic.h", "rook->factor = fancymagic_rook_factors[sq];", "rook->factor = fancymagic_rook_factors[sq]", false, "error"},
	} {
		folder := t.TempDir()
		for _, file := range []string{"board/board.h", "fancymagic/fancymagic.h", "fancymagic/factors_gen.h"} {
			text, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				t.Fatal(err)
			}
			if file == c.file && c.old != "" {
				if !bytes.Contains(text, []byte(c.old)) {
					t.Fatalf("%s has no %q to plant a fault in", file, c.old)
				}
				text = bytes.Replace(text, []byte(c.old), []byte(c.new), 1)
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, file)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(folder, file), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		b.Sanitizers = c.sanitizers
		n, err := ProveAll(t.Context(), b, nil, folder, x, nil)
		if c.want == "" && (err != nil || n != 1) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q in place of %q: %d right, %v, want %q", c.new, c.old, n, err, c.want)
		}
	}
}

// A program that says nonsense, hangs or dies is an error of one line.
func TestBadPrograms(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	defer func(d time.Duration) { patience = d }(patience)
	patience = 300 * time.Millisecond
	for _, c := range []struct{ script, want string }{
		{"echo hello", `says "hello"`},
		{"echo bad luck >&2; exit 3", "bad luck"},
		{"exit 3", "exit status 3"},
		{"sleep 5", "has not answered"},
		{"echo ready; sleep 5", "has not answered"},
		{"echo ready; read x; echo 12 apples", "no checksum and no time"},
		{"echo ready; read x; echo 12 -5", "no checksum and no time"},
		{"echo ready; read x; echo error out of tea", "out of tea"},
		{"echo ready; read x; kill -SEGV $$", "signal"},
	} {
		script := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(script, []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		p, err := Start(t.Context(), script)
		if err == nil {
			_, err = p.timed("time")
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.script, err, c.want)
		}
		p.Close()
	}
	if _, err := Start(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("no program: %v", err)
	}
}
