package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/guest"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// guard refuses a source with an absolute path: base and head would both compile that same file.
func TestBaseHasItsOwnSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attacks.c")
	_, err := treeOfBase(t.Context(), t.TempDir(), "HEAD", guest.Guests{Files: []guest.File{{Guest: language.Guest{Name: "mine", Path: path, Rook: "rook"}}}}, "") // refused before a source, "", is looked for
	if err == nil || !strings.Contains(err.Error(), "the same file in head and base") {
		t.Errorf("%v", err)
	}
}

// Guests are measured beside the named techniques, and alone by guard.
func TestGuestsAreNamed(t *testing.T) {
	for _, c := range []struct{ chosen, base, want string }{
		{"", "", ""}, {"", "HEAD", "mine other"}, {"fancymagic", "", "mine other"}, {"fancymagic mine", "", "other"}, {"mine other", "HEAD", ""},
	} {
		if got := strings.Join(unchosen(strings.Fields(c.chosen), []string{"mine", "other"}, c.base), " "); got != c.want {
			t.Errorf("%q, base %q: %q, want %q", c.chosen, c.base, got, c.want)
		}
	}
}

// If gcc or rustc is missing, a message says which rows of C and Rust are left out. The word main includes no rows of Rust.
func TestTellsMissingRowsOfC(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("C needs Linux")
	}
	clang := t.TempDir()
	write(t, filepath.Join(clang, "clang"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(clang, "clang"), 0o777); err != nil {
		t.Fatal(err)
	}
	for path, wants := range map[string][]string{
		t.TempDir(): {"no gcc in PATH: no rows of C", "no gcc in PATH: no rows of Rust"}, // an empty folder
		clang:       {"no gcc in PATH: rows of C are those of c-clang alone", "no rustc in PATH: no rows of Rust"},
	} {
		t.Setenv("PATH", path)
		for word, want := range map[string][]string{"main": wants[:1], "all": wants} {
			if said := language.Missing(word); !slices.Equal(said, want) {
				t.Errorf("%s: %q, want %q", word, said, want)
			}
		}
	}
}

// A program of --command is proved, and timed by its own loops; a wrong one gives exit status 1.
func TestCommand(t *testing.T) {
	tiertest.Slow(t)
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	text, err := os.ReadFile("../../examples/protocol/attacks.js")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "attacks.js", string(text))
	write(t, "wrong.js", strings.Replace(string(text), "[[1, 0], ", "[[1, 1], ", 1))       // a rook steps to the north-east instead of the east
	write(t, "wordy.js", strings.Replace(string(text), "toString(16)", "toString(36)", 1)) // answers are no hexadecimal numbers
	for _, c := range []struct {
		says string
		code int
		args []string
	}{
		{"mine: rook on a1 is wrong\n", cli.No, []string{"verify", "--command", "mine=node wrong.js"}},
		{"wordy: rook on d4, occupancy ", cli.Failed, []string{"verify", "--command", "node wordy.js"}},
		{`any language source "attacks" is named twice`, cli.Failed, []string{"verify", "--command", "node attacks.js", "--command", "node ./attacks.js"}},
		{"--command \"magic=node attacks.js\": magic is a technique's name here", cli.Failed, []string{"bench", "--command", "magic=node attacks.js"}},
	} {
		if code, _, talk := slidebench(t, c.args...); code != c.code || !strings.Contains(talk, c.says) {
			t.Errorf("%q: exit %d, want %q:\n%s", c.args, code, c.says, talk)
		}
	}
	if !tiertest.Minutes() || runtime.GOOS != "linux" {
		return
	}
	args := strings.Fields("--piece queen --mode throughput --rounds 1 --time 1us --questions 4096 --build command -o raw.txt --checkout " + root)
	code, _, talk := slidebench(t, append([]string{"bench", "--command", "mine=node attacks.js"}, args...)...)
	if strings.Contains(talk, "slice of their work was clean") {
		t.Skip("the machine is too disturbed to measure: ", talk)
	}
	if raw, err := os.ReadFile("raw.txt"); code != cli.Fine || err != nil || !strings.Contains(string(raw), "\nBenchmarkAttacks/technique=mine/piece=queen/") ||
		!strings.Contains(string(raw), "\nBenchmarkAttacks/technique=fancymagic-again/") || strings.Count(talk, "mine: rook, bishop and queen") != 1 { // it is proved once
		t.Errorf("exit %d, %v:\n%s\n%s", code, err, talk, raw)
	}
}

// If a compiler refuses a file, the error names another compiler here only if that one accepts the file.
func TestComparesCompilers(t *testing.T) {
	tiertest.Slow(t)
	tiertest.Lightly(t)
	if _, err := exec.LookPath("gcc"); err != nil || len(language.Found("c")) == 0 {
		tiertest.Need(t, "gcc", errors.New("no gcc on Linux"))
	}
	dir := t.TempDir()
	t.Chdir(dir)
	// This clang is gcc, which does not know clang's flags.
	const other = "#!/bin/sh\nfor flag; do\n\tshift\n\tcase $flag in -fno-vectorize | -fno-slp-vectorize) ;; *) set -- \"$@\" \"$flag\" ;; esac\ndone\nexec gcc -DCLANG \"$@\"\n"
	if err := os.Chmod(write(t, filepath.Join(dir, "clang"), other), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for source, says := range map[string]string{
		"#ifndef CLANG\nint rook_attacks(int sq, ...) { return sq +; }\n#else\n#include <stdint.h>\nuint64_t rook_attacks(int sq, uint64_t occ) { return occ << sq; }\n#endif\n": " (clang compiles it: --build c-clang)\n",
		"int rook_attacks(int sq, ...) { return sq +; }\n": " token)\n",
	} {
		write(t, "attacks.c", source)
		code, _, talk := slidebench(t, "verify", "--source", "attacks.c:rook_attacks", "--build", "c-gcc")
		if code != cli.Failed || !strings.Contains(talk, "slidebench: build c-gcc: "+dir+"/attacks.c:") || !strings.HasSuffix(talk, says) || strings.Contains(talk, "refuses it, too") == strings.Contains(says, "compiles") {
			t.Errorf("exit %d, want %q\n%s", code, says, talk)
		}
	}
}

// verify proves lookups in C with hidden features hidden, and never calls techniques right that need them.
func TestVerifyWithout(t *testing.T) {
	tiertest.Slow(t)
	tiertest.Lightly(t)
	if len(language.Found("c")) == 0 || !slices.Contains(machine.Detect().Levels(), "v3") {
		tiertest.Need(t, "bmi2", errors.New("no compiler of C, or no BMI2 to hide"))
	}
	b := language.Found("c")[0].String()
	text, err := os.ReadFile("../../examples/c/attacks.c")
	if err != nil {
		t.Fatal(err)
	}
	source := write(t, filepath.Join(t.TempDir(), "attacks.c"), string(text)+"uint64_t mine(int sq, uint64_t occ) {\n#ifdef __BMI2__\n\treturn rook_attacks(sq, occ);\n#else\n\treturn occ;\n#endif\n}\n")
	// The function mine is right only if the compiler may use BMI2.
	proof := []string{"verify", "--source", "mine=" + source + ":mine,bishop_attacks", "--init", "init_attacks", "--build", b}
	if code, _, stderr := slidebench(t, proof...); code != cli.Fine {
		t.Errorf("exit %d, %s", code, stderr)
	}
	t.Setenv("GODEBUG", "cpu.bmi2=off")
	if code, _, stderr := slidebench(t, proof...); code != cli.No || !strings.Contains(stderr, "mine: rook on a1 is wrong") {
		t.Errorf("without BMI2: exit %d, %s", code, stderr)
	}
	if code, _, stderr := slidebench(t, "verify", "--technique", "pext", "--build", b); code != cli.Failed || !strings.Contains(stderr, "it needs bmi2, and bmi2 is hidden") {
		t.Errorf("pext without BMI2: exit %d, %s", code, stderr)
	}
}

// Guests are proved beside the named techniques, and an error about a crash shows the question. Flags that fit no build of a guest are refused.
func TestVerifyGuests(t *testing.T) {
	tiertest.Slow(t)
	if len(language.Found("c")) == 0 {
		tiertest.Need(t, "gcc", errors.New("no gcc or clang on Linux"))
	}
	example, err := filepath.Abs("../../examples/c/attacks.c")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "attacks.c", string(text))
	write(t, "trap.c", strings.Replace(string(text), "uint64_t rook_attacks(", "uint64_t traps(int sq, uint64_t occ) { __builtin_trap(); }\nuint64_t rook_attacks(", 1))
	// The function wide needs BMI2, which builds of level v2 have not.
	write(t, "wide.c", strings.Replace(string(text), "uint64_t rook_attacks(", "#include <immintrin.h>\nuint64_t wide(int sq, uint64_t occ) { return _pext_u64(occ, 1) + (uint64_t)sq; }\nuint64_t rook_attacks(", 1))
	if b := language.Found("c")[0]; slices.Contains(machine.Detect().Levels(), "v2") {
		b.Level = "v2"
		code, _, stderr := slidebench(t, "bench", "--checkout", filepath.Join(example, "../../.."), "--source", "mine=wide.c:wide,bishop_attacks", "--build", b.String())
		if code != cli.Failed || !strings.Contains(stderr, "the source needs level v3 (bmi2): build "+b.String()) {
			t.Errorf("exit %d\n%s", code, stderr)
		}
	}
	inlined := "" // what verify says of all builds: the timed loops of gcc call the example's function, and those of clang do not
	for _, b := range language.Found("c") {
		inlined += ", " + b.String() + map[string]string{"gcc": ": calls rook_attacks", "clang": ": inlined"}[b.Compiler]
	}
	inlined = inlined[len(", "):]
	firstSaid, _, _ := strings.Cut(inlined, ",")
	first, _, _ := strings.Cut(firstSaid, ":") // the first build, such as c-gcc; first[2:] is its compiler
	for i, c := range []struct {
		args         string
		code         int
		stdout, says string
	}{
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks --technique fancymagic", cli.Fine, "ok  mine (" + inlined + ")\nok  fancymagic\n", "compiling mine with "},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks --flags=-O0", cli.Fine, "ok  mine (" + inlined + ")\n", "mine: left out: -O0 (optimization, "},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --init init_attacks --build " + first, cli.Fine, "ok  mine (" + firstSaid + ")\n", "compiling mine with "},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --build cpp-" + first[2:], cli.Failed, "", "no build that you name measures mine (want one of --build: c-gcc or "},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --build v1", cli.Failed, "", "--build v1: lookups in Go are proved as"},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --build c-tcc", cli.Failed, "", `unknown build "c-tcc"`},
		{"--source mine=trap.c:traps,bishop_attacks --init init_attacks", cli.No, "", ": mine: rook on a1 ends the program: SIGILL"},
		{"--source mine=attacks.c:rook_attacks,bishop_attacks --checkout nowhere", cli.Failed, "", "--checkout: nowhere is not the source of "},
	} {
		if i > 0 && c.code == cli.Fine && !tiertest.Minutes() {
			continue // one whole proof is enough outside of make check
		}
		code, stdout, stderr := slidebench(t, append([]string{"verify"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, stdout, stderr)
		}
	}
}
