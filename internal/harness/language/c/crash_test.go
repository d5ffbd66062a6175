package c

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// putGuest writes a guest's header into a source tree: declared stands before its functions, body in its bishop's lookup on c2, and fill in its init function.
func putGuest(t *testing.T, tree, name, declared, body, fill string) {
	t.Helper()
	put(t, filepath.Join(tree, "guest", name, name+".h"), strings.ReplaceAll(`#pragma once
#include "../../board/board.h"
#include <stdlib.h>
`+declared+`
static void init_attacks(void) { `+fill+` }
static inline uint64_t NAME_rook(int sq, uint64_t occ) { return board_rook(sq, occ); }
static inline uint64_t NAME_bishop(int sq, uint64_t occ) { if (sq == 10) { `+body+` } return board_bishop(sq, occ); }
static inline uint64_t NAME_queen(int sq, uint64_t occ) { return NAME_rook(sq, occ) | board_bishop(sq, occ); }
static inline void NAME_init(void) { init_attacks(); }
`, "NAME", guestNames(name)))
}

// An error about a program that crashes or hangs shows the question, and names missing features or the finding of sanitizers.
func TestCrashes(t *testing.T) {
	tiertest.Long(t)
	b := anyBuild(t)
	checked := b
	checked.Sanitizers = true
	_, missing := probe(t, checked) // ProveAll repeats a crash in such a program
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	child.Patience.Question, child.Patience.Begin = time.Second, 5*time.Second
	x := NewExams(10, 1)  // of a1, c2 and each tenth square from there
	crashes := []struct { // each is a guest, named by its index: stranger5
		declared, body, fill string // of putGuest
		says                 []string
		sanitizers           string // said, too, where the compiler has sanitizers
	}{
		{"", "__builtin_trap();", "", []string{"bishop on c2 ends the program: SIGILL", "machine lacks"}, ""},
		{"", "abort();", "", []string{"bishop on c2 ends the program: SIGABRT"}, "which find nothing"},
		{"", "exit(0);", "", []string{"bishop on c2 ends the program: exit status 0"}, ""},
		{"", "exit(3);", "", []string{"bishop on c2 ends the program: exit status 3"}, ""},
		{"static volatile int zero;", "occ += (uint64_t)(12345 / zero);", "", []string{"bishop on c2 ends the program: SIGFPE"}, "division by zero"},
		{"static uint64_t rook_table[8];", "for (volatile long i = 0;; i++) occ ^= ((volatile uint64_t *)rook_table)[i];", "",
			[]string{"bishop on c2 ends the program: SIGSEGV"}, "AddressSanitizer: global-buffer-overflow in stranger5_bishop at stranger5.h:"},
		{"static int deep(volatile int *n) { volatile int here[64]; here[0] = *n; return deep(here) + here[0]; }", "volatile int n = 1; occ ^= (uint64_t)deep(&n);", "",
			[]string{"bishop on c2 ends the program: SIGSEGV"}, "stack-overflow"},
		// The macro is the guest's board_bishop from here on: it takes the occupancy as the square, and the square as the occupancy.
		{"static uint64_t seen[64];\n#define board_bishop(sq, occ) (seen[(int)(occ)] & board_bishop((int)(occ), (uint64_t)(sq)))", "", "for (int i = 0; i < 64; i++) seen[i] = UINT64_MAX;",
			[]string{" ends the program: SIGSEGV", "diagnosis of bishop: the arguments are exchanged"}, "out of bounds for type"},
		{"", "for (;;) __asm__ volatile(\"\");", "", []string{"bishop on c2 has no answer within 1s"}, ""},
		{"#include <unistd.h>", "", "for (;;) pause();", []string{"init_attacks, which fills the tables, does not end within 5s"}, ""},
		{"", "", "abort();", []string{"init_attacks, which fills the tables, ends the program: SIGABRT"}, "which find nothing"},
		{"", "", "*(volatile int *)8 = 1;", []string{"init_attacks, which fills the tables, ends the program: SIGSEGV"}, "AddressSanitizer: SEGV in init_attacks at stranger11.h:"},
	}
	tree := t.TempDir()
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(tree, "board", "board.h"), string(board))
	for i, c := range crashes {
		putGuest(t, tree, fmt.Sprintf("stranger%d", i), c.declared, c.body, c.fill)
	}
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range crashes {
		b.Techniques = fmt.Sprintf("stranger%d", i)
		_, err := ProveAll(t.Context(), b, program, tree, x)
		var crash *Crash
		if !errors.As(err, &crash) {
			t.Errorf("%s%s: %v", c.body, c.fill, err)
			continue
		}
		if missing == nil {
			c.says = append(c.says, c.sanitizers)
		}
		if crash.lookup != nil {
			c.says = append(c.says, "occupancy           wanted\n")
		}
		for _, part := range c.says {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s%s: no %q in\n%v", c.body, c.fill, part, err)
			}
		}
	}
	if missing != nil {
		tiertest.Need(t, b.Compiler+"-sanitizers", missing)
	}
}

// A lookup remembers its last answer, and gives it for another question that it takes for the same. The proof finds two such questions, and the mistake shows both.
func TestRemembered(t *testing.T) {
	tiertest.Slow(t)
	tiertest.Lightly(t)
	b, tree := anyBuild(t), t.TempDir()
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(tree, "board", "board.h"), string(board))
	same := tiertest.Sample([]string{ // whether k, the remembered occupancy, is taken for occ
		"(uint32_t)k == (uint32_t)occ", "k >> 32 == occ >> 32", "(uint32_t)(k ^ k >> 32) == (uint32_t)(occ ^ occ >> 32)", "!((k ^ occ) & ~(UINT64_C(1) << 28))",
		"(float)k == (float)occ", "(k & UINT64_C(0xaa55aa55aa55aa55)) == (occ & UINT64_C(0xaa55aa55aa55aa55))"}, 3)
	for i, hit := range same {
		putGuest(t, tree, fmt.Sprintf("kept%d", i), "", "static uint64_t k, v; if (v && "+hit+") return v; k = occ; return v = board_bishop(sq, occ);", "")
	}
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		t.Fatal(err)
	}
	x := NewExams(10, 1) // of a1, c2 and each tenth square from there
	for i, hit := range same {
		b.Techniques = fmt.Sprintf("kept%d", i)
		_, err := ProveAll(t.Context(), b, program, tree, x)
		for _, part := range []string{"bishop on c2 is wrong", "asked alone, this question is answered right; it is wrong after the bishop on c2 with the occupancy 0x"} {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: no %q in\n%v", hit, part, err)
			}
		}
	}
}
