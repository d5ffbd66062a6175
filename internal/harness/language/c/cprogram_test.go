package c

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

const root = "../../../.."

// TestRight proves the headers of techniques: of one in six by day, optimized little, while TestForgotten asks all of them something, and a run in C proves one as it
// is measured; of all in make check as the first compiler here compiles them, and on one square in five under sanitizers and as other compilers do; by night all of that on all squares,
// with vectorizers, and with calls.
func TestRight(t *testing.T) {
	tiertest.Slow(t)
	every, fewerEvery := 21, 5
	if tiertest.Minutes() {
		every = 1
	}
	if tiertest.Nightly() {
		fewerEvery = 1
	}
	x, fewer := NewExams(every, 1), NewExams(fewerEvery, 1)
	for i, b := range buildsHere(t) {
		prove := func(b Build, x Exams) {
			t.Run(b.String(), func(t *testing.T) { right(t, b, built(t, b, root), x) })
		}
		if i == 0 {
			prove(shared(b), x)
		} else {
			prove(b, fewer)
		}
		with, slow, checked := b, b, b
		with.Option, slow.Option, checked.Sanitizers = vectorizer, calls, true
		if tiertest.Nightly() {
			prove(with, x)
			prove(slow, fewer)
			for _, level := range machine.Detect().Levels() {
				if older := By(b.Compiler); level != "v1" {
					older.Level = level
					prove(older, fewer)
				}
			}
		}
		if tiertest.Nightly() || tiertest.Minutes() && i == 0 {
			t.Run(b.String()+" with sanitizers", func(t *testing.T) {
				_, missing := probe(t, checked) // clang may come without them
				tiertest.Need(t, b.Compiler+"-sanitizers", missing)
				right(t, checked, built(t, checked, root), fewer)
			})
		}
	}
}

// right proves the techniques of a build's program of this source tree.
func right(t *testing.T, b Build, program string, x Exams) (proved int) {
	t.Helper()
	n, err := ProveAll(t.Context(), b, program, root, x)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d techniques are right", n)
	return n
}

// Builds that no compiler makes are refused in one line.
func TestKnown(t *testing.T) {
	for _, b := range build.Must("c-gcc", "c-clang", "c-gcc-v2", "c-clang-v4+vectorizer", "c-gcc+vectorizer", "c-gcc+calls") {
		if err := (Build{Build: b}).known(); err != nil {
			t.Error(err)
		}
	}
	for _, b := range build.Must("c", "c-icc", "c-gcc-v1", "c-gcc-v5", "c-gcc+simd", "c-gcc-v3-v4", "c-gcc+vectorizer+vectorizer", "c-gcc+calls+vectorizer") {
		if err := (inC{dialectC}).Check(b); err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "unknown build ") {
			t.Errorf("%v: %v", b, err)
		}
	}
}

// programs are the programs that tests have built, in a folder.
var (
	folder   string
	programs = map[made]string{}
)

// made identifies a program: its source tree, and how it is compiled.
type made struct {
	Build
	root string
}

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "slidebench"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// compiled makes a build's program of a source tree.
func compiled(ctx context.Context, b Build, root string) (program string, err error) {
	program = filepath.Join(folder, fmt.Sprint(len(programs)))
	programs[made{b, root}] = program
	objects, err := Compile(ctx, b, nil, root, program+".objects")
	if err != nil {
		return "", err
	}
	return program, objects.link(ctx, 1, program)
}

// shared is the build of the program that serves all tests. By day it has one technique in six, and those that the engine is bound to: to compile
// all takes most of a minute.
func shared(b Build) Build {
	b.Engines = someEngines
	if tiertest.Minutes() {
		return b
	}
	b.Engines, b.Techniques = fewEngines, fewEngines
	units, _ := Units(root)
	for _, u := range tiertest.Sample(units, 6) {
		b.Techniques += "," + u.Technique.Name
	}
	return b
}

// built returns a build's program of a source tree, compiled once for all tests.
func built(t *testing.T, b Build, tree string) string {
	t.Helper()
	if tree == root && b == (Build{Build: b.Build}) {
		b = shared(b)
	}
	if program := programs[made{b, tree}]; program != "" {
		return program
	}
	tiertest.Lightly(t)
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// anyBuild returns a build by a compiler that is here.
func anyBuild(t *testing.T) Build {
	t.Helper()
	found, missing := inC{dialectC}.Here()
	if len(found) == 0 {
		tiertest.Need(t, "gcc", missing)
	}
	return Build{Build: found[0]}
}

// buildsHere returns the builds for this processor that there is time for: one, and in make check those of all compilers that are here.
func buildsHere(t *testing.T) (builds []Build) {
	t.Helper()
	first := anyBuild(t)
	if !tiertest.Minutes() {
		return []Build{first}
	}
	found, _ := inC{dialectC}.Here()
	for _, b := range found {
		builds = append(builds, Build{Build: b})
	}
	return builds
}

// afterLookups is the text that follows the lookups in a header.
const afterLookups = "\n#endif\n\n#if (defined"

// withBatches returns text for a header: batches that continue while a condition holds, with squares by an expression.
func withBatches(while, square string) string {
	var b strings.Builder
	for _, piece := range []string{"rook", "bishop", "queen"} {
		fmt.Fprintf(&b, "static inline void fancymagic_%[1]s_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {\n"+
			"\tfor (size_t i = 0; %[2]s; i++)\n\t\tdst[i] = fancymagic_%[1]s(%[3]s, occ[i]);\n}\n", piece, while, square)
	}
	b.WriteString("static inline void fancymagic_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {\n" +
		"\tfor (size_t i = 0; i < n; i++) {\n\t\tuint64_t o = occ[i];\n\t\trook[i] = fancymagic_rook(sq[i] & 63, o);\n" +
		"\t\tbishop[i] = fancymagic_bishop(sq[i] & 63, o);\n\t}\n}\n")
	return b.String() + afterLookups
}

// planted returns a source tree of one technique's header and what it includes, with a fault in one of its files.
func planted(t *testing.T, header, file, old, new string) (tree string) {
	t.Helper()
	tiertest.Lightly(t)
	tree = t.TempDir()
	for _, path := range []string{"board/board.h", "board/threats.h", "board/delta.h", header, filepath.Dir(header) + "/factors_gen.h"} {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if path == file && old != "" {
			if !bytes.Contains(text, []byte(old)) {
				t.Fatalf("%s has no %q to plant a fault in", file, old)
			}
			text = bytes.Replace(text, []byte(old), []byte(new), 1)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(tree, path)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(tree, path), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// Faults in a header are caught: wrong answers by the exam, other faults by sanitizers or because the program ends. Only make check plants all of them, make test one in four.
func TestFaults(t *testing.T) {
	tiertest.Slow(t)
	x := NewExams(21, 1)
	faults := []struct {
		file, old, new string
		sanitizers     bool
		want           string // "" for none
	}{
		{"fancymagic/fancymagic.h", "", "", false, ""},
		{"fancymagic/fancymagic.h", "", "", true, ""},
		{"fancymagic/factors_gen.h", "UINT64_C(0x0080001880204002)", "UINT64_C(0x0000001880204002)", false, "rook on a1 is wrong"},
		{"fancymagic/fancymagic.h", "= board_bishop(sq, occ)", "= board_bishop(sq, 0)", false, "bishop on"},
		{"fancymagic/fancymagic.h", "= board_bishop(sq, occ)", "= board_bishop(sq, occ) & ~occ", false, "diagnosis of bishop: blockers are missing from the answer\n"},
		{"fancymagic/fancymagic.h", "bishop_offset++;", "bishop_offset += occ != 0;", false, "is wrong"},
		{"fancymagic/fancymagic.h", "fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "fancymagic_rook(sq, occ) | (fancymagic_bishop(sq, occ) & ~occ)", false, "queen on"},
		{"fancymagic/fancymagic.h", "fancymagic_bishop_table[5248]", "fancymagic_bishop_table[5216]", true, "ends the program"},
		{"fancymagic/fancymagic.h", "board_rook_mask(sq);", "board_rook_mask(sq) << 64 - 64 * (sq > 62);", true, "ends the program"},
		{"fancymagic/fancymagic.h", "rook->factor = fancymagic_rook_factors[sq];", "rook->factor = fancymagic_rook_factors[sq]", false, "error"},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i] & 63"), false, ""},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i <= n", "sq[i] & 63"), false, "the measured program"},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i + 1 < n", "sq[i] & 63"), false, "is wrong"},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i]"), true, "ended"},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i ^ (n == 77 && i == 40)] & 63"), false, "batch of 77"},
	}
	for _, b := range buildsHere(t) {
		checked := b
		checked.Sanitizers = true
		_, missing := probe(t, checked)
		for _, c := range tiertest.Sample(faults, 4) {
			if c.sanitizers && missing != nil {
				t.Logf("without sanitizers of %s: %v", b.Compiler, missing)
				continue
			}
			tree := planted(t, "fancymagic/fancymagic.h", c.file, c.old, c.new)
			b.Sanitizers = c.sanitizers
			n := 0
			program, err := compiled(t.Context(), b, tree)
			if err == nil {
				n, err = ProveAll(t.Context(), b, program, tree, x)
			}
			if c.want == "" && (err != nil || n != 1) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, %q in place of %q: %d right, %v, want %q", b, c.new, c.old, n, err, c.want)
			}
		}
	}
}

// A program that answers nonsense, hangs or dies gives an error of one line.
func TestBadPrograms(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	defer func(d time.Duration) { child.Patience.Answer = d }(child.Patience.Answer)
	child.Patience.Answer = 300 * time.Millisecond
	for _, c := range []struct{ script, want string }{
		{"echo hello", `says "hello"`},
		{"echo bad luck >&2; exit 3", "bad luck"},
		{"exit 3", "exit status 3"},
		{"exec sleep 5", "has not answered"},
		{"echo ready; exec sleep 5", "has not answered"},
		{"echo ready; read x; echo 12 apples", "no checksum and no time"},
		{"echo ready; read x; echo 12 -5", "no checksum and no time"},
		{"echo ready; read x; echo error out of tea", "out of tea"},
		{"echo ready; read x; kill -SEGV $$", "signal"},
	} {
		script := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(script, []byte("#!/bin/sh\nexec <&3 >&4\n"+c.script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		p, err := Start(t.Context(), script)
		if err == nil {
			_, err = p.timed("time")
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.script, err, c.want)
		}
		if p != nil {
			p.Close()
		}
	}
	if _, err := Start(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("no program: %v", err)
	}
}

// startRight starts a program of a build here.
func startRight(t *testing.T) *Program {
	t.Helper()
	tiertest.Slow(t)
	p, err := Start(t.Context(), built(t, anyBuild(t), root))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if notes, err := p.Notes(); err != nil || notes[0].Doing != child.Idle {
		t.Errorf("notes %v, %v (want it idle)", notes, err)
	}
	return p
}

// In mode latency each question waits for the answer before: with a mask of ones the answers are those of a chain.
func TestLatencyFeedsBack(t *testing.T) {
	p := startRight(t)
	c := Code{p, "fancymagic"}
	q, err := corpus.New(corpus.Usual[0], 500, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.do("dependency_mask %x", ^uint64(0)); err != nil {
		t.Fatal(err)
	}
	all := workload.NewCorpus(q)
	var sum, answer, both, pair uint64
	for i, occ := range q.Occs {
		answer = board.Walk(board.Queen, int(q.Squares[i]), occ|answer)
		sum ^= answer
		rook, bishop := board.Walk(board.Rook, int(q.Squares[i]), occ|pair), board.Walk(board.Bishop, int(q.Squares[i]), occ|pair)
		pair = rook ^ bishop
		both ^= rook - bishop
	}
	if got := c.Kernel(mode.Latency, board.Queen, all)(0, len(q.Occs)); got != sum {
		t.Errorf("latency: %#x, want %#x", got, sum)
	}
	if got := c.Kernel(mode.BothLatency, board.Queen, all)(0, len(q.Occs)); got != both {
		t.Errorf("both: %#x, want %#x", got, both)
	}
}

// Time for which the program does not run, as others have its processor, is none of its work's.
func TestLeavesOutOthers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux does a program know how long it has run")
	}
	p := startRight(t)
	c := Code{p, "fancymagic"}
	q, err := corpus.New(corpus.Usual[0], 1<<20, 1)
	if err != nil {
		t.Fatal(err)
	}
	loop := c.Kernel(mode.Latency, board.Queen, workload.NewCorpus(q))
	loop(0, len(q.Occs)) // hands over the questions
	alone := time.Duration(c.Spent())
	rest := max(50*time.Millisecond, 4*alone)
	for range 8 {
		done := make(chan bool)
		go func() {
			loop(0, len(q.Occs))
			close(done)
		}()
		time.Sleep(alone / 4) // into the middle of the loop, most of the time
		p.Stop()
		time.Sleep(rest)
		p.GoOn()
		<-done
		if took := time.Duration(c.Spent()); took > alone+rest/2 {
			t.Errorf("a loop of %v that was stopped for %v is said to take %v", alone, rest, took)
		}
	}
}

// The program answers each line, even nonsense, with one line, and goes on.
func TestGarbage(t *testing.T) {
	p := startRight(t)
	for _, line := range []string{"", " ", "time", "time fancymagic throughput rook 0 0 1", "time fancymagic throughput rook 999 0 0", "time none throughput rook 0 0 0",
		"time fancymagic speed rook 0 0 0", "time fancymagic batch king 0 0 0", "ask fancymagic rook 99999999999", "both noop 18446744073709551615",
		"questions 256 1", "sets 3 18446744073709551", "chess 1 1", "batch fancymagic rook 9000 0 apart", "batch fancymagic rook 5 65 apart",
		"batch fancymagic king 5 6 apart", strings.Repeat("x", 5000), "\x00\xff", "init", "init none"} {
		if strings.HasPrefix(line, "sets") { // ends the program: it cannot be asked
			continue
		}
		if answer, err := p.ask("%s", line); err == nil {
			t.Errorf("%.60q is answered by %q", line, answer)
		} else if !strings.Contains(err.Error(), "refuses") {
			t.Errorf("%.60q: %v", line, err)
		}
	}
	if err := p.do("dependency_mask 0"); err != nil {
		t.Error(err)
	}
}

// CheckTimer checks a program's clock: one with invented steps, and a real one.
func TestCheckTimer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	for answer, want := range map[string]string{
		"0 25": "", "0 1000": "",
		"0 15000000": "the clock moves in steps of 15ms", "error the clock stands still": "the clock stands still",
	} {
		script := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(script, []byte("#!/bin/sh\nexec <&3 >&4\necho ready\nread x\necho "+answer+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		p, err := Start(t.Context(), script)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.CheckTimer(); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", answer, err, want)
		}
		p.Close()
	}
	if err := startRight(t).CheckTimer(); err != nil {
		t.Error(err)
	}
}

// A program is moved while it runs.
func TestMove(t *testing.T) {
	allowed, err := machine.AllowedCPUs()
	if err != nil || !machine.Moves {
		t.Skip("running programs cannot be moved here: ", err)
	}
	p := startRight(t)
	for _, cpu := range []int{allowed[0], allowed[len(allowed)-1]} {
		if err := p.Move(cpu); err != nil {
			t.Error(err)
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Pid()))
		if want := fmt.Sprintf("\nCpus_allowed_list:\t%d\n", cpu); err != nil || !strings.Contains(string(status), want) {
			t.Errorf("%v, not on CPU %d alone: %s", err, cpu, status)
		}
		if err := p.CheckTimer(); err != nil {
			t.Error(err)
		}
	}
}

// Between requests a program may be idle for longer than an answer may take.
func TestIdle(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	defer func(d time.Duration) { child.Patience.Answer = d }(child.Patience.Answer)
	child.Patience.Answer = 300 * time.Millisecond
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec <&3 >&4\necho ready\nread x\necho 12 5\nread x\necho 13 5\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := Start(t.Context(), script)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, want := range []uint64{0x12, 0x13} {
		time.Sleep(2 * child.Patience.Answer)
		if got, err := p.timed("time"); got != want || err != nil {
			t.Errorf("got %#x, %v, want %#x", got, err, want)
		}
	}
}

// A program ends with its context.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec <&3 >&4\necho ready\nexec sleep 60\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	p, err := Start(ctx, script)
	if err != nil {
		t.Skip("needs a shell: ", err)
	}
	defer p.Close()
	cancel()
	if _, err := p.ask("time"); err == nil {
		t.Error("it answers after its context is done")
	}
}

// A compiler that is missing is named, and so is a system that there are no builds for.
func TestBuildsThatCannotBeMade(t *testing.T) {
	own := system
	defer func() { system = own }()
	b := By("clang")
	for _, c := range []struct{ system, path, says string }{
		{"linux", t.TempDir(), "no clang in PATH, which build c-clang needs"},
		{"plan9", os.Getenv("PATH"), "build c-clang needs Linux, and this is plan9"},
	} {
		t.Setenv("PATH", c.path)
		system = c.system
		_, version := b.Version(t.Context(), nil)
		_, compiled := Compile(t.Context(), b, nil, root, t.TempDir())
		for _, err := range []error{inC{dialectC}.Check(b.Build), version, compiled} {
			if err == nil || err.Error() != c.says {
				t.Errorf("%v, want %q", err, c.says)
			}
		}
		if found, missing := (inC{dialectC}).Here(); len(found) > 0 || missing == nil {
			t.Errorf("%s: found %q, missing %v", c.system, found, missing)
		}
	}
}

// A build measures the cells for which its units have a loop, unless its level lacks the technique's features.
func TestMeasures(t *testing.T) {
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		build string
		cell  grid.Cell
		want  bool
	}{
		{"c-gcc", grid.Cell{Technique: "pext"}, true},
		{"c-gcc-v3", grid.Cell{Technique: "pext", Mode: "latency"}, true},
		{"c-gcc-v2", grid.Cell{Technique: "pext", Mode: "latency"}, false},
		{"c-gcc-v2", grid.Cell{Technique: "magic", Mode: "latency"}, true},
		{"c-gcc", grid.Cell{Technique: "rotated", Mode: "incremental"}, true},
		{"c-gcc", grid.Cell{Technique: "best"}, false},
	} {
		if got := (Build{Build: build.Must(c.build)[0]}).lacks(units, c.cell) == nil; got != c.want {
			t.Errorf("%s measures %+v: %v, want %v", c.build, c.cell, got, c.want)
		}
	}
}

// Every technique with published results has a header of C, but those with a reason.
func TestEveryTechniqueHasAHeader(t *testing.T) {
	without := map[string]string{
		"best": "it is other techniques by one name", "dualsimd": "an experiment of Go's own", "gfnisimd": "an experiment of Go's own", "byteboardsimd": "an experiment of Go's own", "byteboardvbmisimd": "an experiment of Go's own",
	}
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range techniques.Catalogue() {
		has := slices.ContainsFunc(units, func(u Unit) bool { return u.Technique.Name == e.Name })
		switch {
		case has == (without[e.Name] != ""):
			if resultstest.Published(root+"/results", e.Name) {
				t.Errorf("%s: a header of C: %v; reason to have none: %q", e.Name, has, without[e.Name])
			} else {
				t.Logf("%s has no header of C yet", e.Name)
			}
		}
	}
}

// copied returns a copy of a technique that a language has, by a name.
func copied(t *testing.T, l language.Copier, e *techniques.Entry, name string) string {
	t.Helper()
	c, err := l.Copy(e, language.CopyOptions{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return string(c.Files[0].Text)
}

// put writes a file, and its folder.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A copy has what it uses of the board's header, under its own names, and no more.
func TestCopyHasNothingElse(t *testing.T) {
	found, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	text := copied(t, inC{dialectC}, found[0], "attacks")
	for name, want := range map[string]bool{"attacks_board_walk(": true, "attacks_board_next(": true, "attacks_board_pack(": false, "attacks_board_rotate(": false,
		"attacks_board_pair": true, "fancymagic_": false, " board_": false} {
		if got := strings.Contains(text, name); got != want {
			t.Errorf("the header has %s: %v, want %v", name, got, want)
		}
	}
}

// Copies of headers are right, by day one in twelve, in make check one in three and by night all, in a source tree that has nothing else for them to include. A copy's pair has a
// name of its own, which stands for the board's in the loops around it.
func TestCopies(t *testing.T) {
	tiertest.Slow(t)
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	const pair = "struct board_pair {\n\tuint64_t rook, bishop;\n};\n"
	b, tree, copies, every := anyBuild(t), t.TempDir(), 0, 12
	if tiertest.Minutes() {
		every = 3
	}
	if tiertest.Nightly() {
		every = 1
	}
	put(t, filepath.Join(tree, "board", "board.h"), strings.Replace(string(board), pair, "#ifndef board_pair\n"+pair+"#endif\n", 1))
	for i, u := range units {
		if u.Technique.Family == "" || i%every != 0 || b.lacksFeature(u.Technique) != nil || u.Technique.Available() != nil { // a copy is an error without its features
			continue
		}
		copies++
		path := filepath.Join(tree, headerOf(u.Technique))
		put(t, path, copied(t, inC{dialectC}, u.Technique, u.Technique.Name))
		if u.lookups {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			put(t, path, string(text)+"#define board_pair "+u.Technique.Name+"_board_pair\n")
		}
	}
	program := built(t, b, tree)
	n, err := ProveAll(t.Context(), b, program, tree, NewExams(21, 1))
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d of %d copies are right", n, copies)
	if n == 0 {
		t.Error("no copy is proved")
	}
}

// Headers and their copies compile without warnings as C99 and as C++17, and copies in C++ without C's casts, with and without the features of this processor and
// for arm64, all of them in one file. By day each compiler does so with the features of this processor or without.
func TestNoWarnings(t *testing.T) {
	tiertest.Slow(t)
	units, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	var includes, implementations strings.Builder
	folder, board, inCPlusPlus := t.TempDir(), "#include \"board/board.h\"\n", ""
	add := func(header, name, condition string) {
		fmt.Fprintf(&includes, "#if %s\n#include %q\n#endif\n", condition, header)
		fmt.Fprintf(&implementations, "#define %s\n", implementation(name))
	}
	for _, u := range units {
		condition := u.declares(t, root)
		add(headerOf(u.Technique), u.Technique.Name, "1")
		if u.Technique.Family != "" {
			name := "copied_" + u.Technique.Name
			put(t, filepath.Join(folder, name+".h"), copied(t, inC{dialectC}, u.Technique, name))
			add(name+".h", name, condition)
			put(t, filepath.Join(folder, name+".hpp"), copied(t, inCpp{dialectCpp}, u.Technique, "spaced_"+u.Technique.Name))
			inCPlusPlus += fmt.Sprintf("#if %s\n#include \"%s.hpp\"\n#endif\n", condition, name)
		}
	}
	source, copies := filepath.Join(folder, "all.c"), filepath.Join(folder, "copies.cpp")
	put(t, source, board+includes.String()+implementations.String()+includes.String())
	put(t, copies, board+inCPlusPlus+inCPlusPlus)
	asked := 0
	const (
		c, cplusplus = " -std=c99", " -x c++ -std=c++17"
		arm64        = " --target=aarch64-linux-gnu -ffreestanding -DNDEBUG" // so that the compiler's own headers suffice
	)
	for _, command := range tiertest.Sample([]string{
		"gcc -march=native" + c, "gcc" + c, "g++ -march=native" + cplusplus, "g++" + cplusplus,
		"clang" + c, "clang -march=native" + c, "clang++" + cplusplus, "clang++ -march=native" + cplusplus,
		"aarch64-linux-gnu-gcc" + c, "aarch64-linux-gnu-g++" + cplusplus, "clang++" + arm64 + cplusplus, "clang" + arm64 + c,
	}, 2) {
		args := strings.Fields(command)
		compiler, err := exec.LookPath(args[0])
		if err != nil {
			continue
		}
		asked++
		args = append(args, "-Wall", "-Wextra", "-Wpedantic", "-Wredundant-decls", "-Wshadow", "-Werror", "-O1", "-fsyntax-only")
		runs := [][]string{{"-I" + root, source}}
		if strings.Contains(command, cplusplus) { // the board, which copies.cpp asks what they need, has C's casts
			runs = append(runs, []string{"-isystem" + root, copies, "-Wold-style-cast", "-Wconversion"})
			if !strings.HasPrefix(args[0], "clang") {
				runs[1] = append(runs[1], "-Wuseless-cast")
			}
		}
		for _, run := range runs {
			if out, err := exec.CommandContext(t.Context(), compiler, slices.Concat(args[1:], run)...).CombinedOutput(); err != nil {
				t.Errorf("%s %s: %s", command, run[1], complaint(out, err))
			}
		}
	}
	if asked == 0 {
		tiertest.Need(t, "gcc", errors.New("no compiler of C"))
	}
}
