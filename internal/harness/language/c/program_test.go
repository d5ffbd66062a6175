package c

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// A program that answers nonsense, hangs or dies gives an error of one line. Scripts stand for programs: they read requests from file 3 and answer on file 4.
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

// startRight starts the shared program of a build here.
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

// The time of a loop leaves out time in which the program does not run, as others have its processor.
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
		if took := time.Duration(c.Spent()); took > alone+rest/2 { // with the stop it takes alone+rest
			t.Errorf("a loop of %v that was stopped for %v is said to take %v", alone, rest, took)
		}
	}
}

// The program refuses each impossible request, even nonsense, in one line, and goes on.
func TestGarbage(t *testing.T) {
	p := startRight(t)
	// There are 256 corpora, which are empty yet, and batches of at most 8128 questions and 64 elements from a fence. No mode is called speed, and no slider is a king.
	for _, line := range []string{"", " ", "time", "time fancymagic throughput rook 0 0 1", "time fancymagic throughput rook 999 0 0", "time none throughput rook 0 0 0",
		"time fancymagic speed rook 0 0 0", "time fancymagic batch king 0 0 0", "ask fancymagic rook 99999999999", "both noop 18446744073709551615",
		"questions 256 1", "chess 1 1", "batch fancymagic rook 9000 0 apart", "batch fancymagic rook 5 65 apart",
		"batch fancymagic king 5 6 apart", strings.Repeat("x", 5000), "\x00\xff", "init", "init none"} {
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

// CheckTimer checks a program's clock: invented ones, by answers with a checksum and the step's nanoseconds, and a real one.
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
