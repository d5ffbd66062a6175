package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/state"
	_ "github.com/slidebench/slidebench/internal/ondemand" // tests of results link the catalogue
	"github.com/slidebench/slidebench/internal/tiertest"
)

// TestMain runs findmagic instead of tests in processes that tests start, with states saved more often.
func TestMain(m *testing.M) {
	if os.Getenv("FINDMAGIC_TEST_PROCESS") != "" {
		os.Args[0] = "findmagic"
		state.Interval = 5 * time.Millisecond
		main() // exits
	}
	os.Exit(m.Run())
}

// process returns a process, not started yet, that runs findmagic: this test program, see TestMain.
func process(t *testing.T, args string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, strings.Fields(args)...)
	// GODEBUG is empty: where it switches off a CPU feature that the runtime does not know, the runtime writes a line to standard error, besides that of findmagic.
	c.Env = append(os.Environ(), "FINDMAGIC_TEST_PROCESS=1", "GODEBUG=")
	return c
}

// hard is a search without end: nobody knows such a magic. The blank at its end is for more flags.
const hard = "search --piece rook --square d4 --bits 9 --tries 2000000000 "

// A search that ends without all magics, by --tries or --time, says so in one line, exits with status 1, and is resumed by the same command. The rows are
// one search, run after run.
func TestUnfinishedSearches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.state")
	few := "search --piece rook --square a1,b1 --state " + path
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{few + " --tries 100", cli.No, "findmagic: no magic found for rook a1, b1, white form, in 100 tries\n"},
		{few + " --time 1ns", cli.No, "findmagic: the time is up: no magic yet for rook a1, b1\n"},
		{"merge " + path, cli.No, "findmagic: no magic yet for rook a1, b1\n"},
		{few, cli.Fine, "verified: 2 squares, "},
		{few + " --tries 1", cli.Fine, "verified: 2 squares, "}, // nothing to do any more
		{"merge " + path, cli.Fine, "verified: 2 squares, "},
	} {
		code, stdout, stderr := try(c.args)
		if code != c.code || !strings.HasPrefix(stderr, c.want) || (stdout == "") != (c.code != cli.Fine) {
			t.Errorf("%s: exit %d, stdout %q, stderr %q; want %d, %s", c.args, code, stdout, stderr, c.code, c.want)
		}
	}
}

// At Ctrl-C a search stops within a minute, also on a loaded machine, says so in one line, which names the missing squares, and leaves its state.
func TestInterrupt(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent to a process here")
	}
	path := filepath.Join(t.TempDir(), "x.state")
	for _, c := range []struct{ args, missing string }{
		{hard + "--state " + path, ": no magic yet for rook d4"},
		{hard + "--threads 2 --state " + path, ": no magic yet for rook d4"},
		{"search --layout fixed", ""}, // packs all squares together, without a state
	} {
		for wait := 200 * time.Millisecond; ; wait *= 2 { // until the signal
			p := process(t, c.args)
			var stdout, stderr bytes.Buffer
			p.Stdout, p.Stderr = &stdout, &stderr
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(wait)
			if err := p.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			asked := time.Now()
			_ = p.Wait()
			if took := time.Since(asked); took > time.Minute {
				t.Errorf("%s: took %v to stop", c.args, took)
			}
			code := p.ProcessState.ExitCode()
			if code < 0 && wait < time.Minute {
				continue // on a loaded machine the signal may come before the command asks for it
			}
			if code != cli.No || stdout.Len() > 0 || !strings.Contains(stderr.String(), "interrupt") || !strings.HasSuffix(stderr.String(), c.missing+"\n") || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("%s: exit %d, stdout %q, stderr %q", c.args, code, &stdout, &stderr)
			}
			break
		}
	}
	if code, _, stderr := try(hard + "--time 1ns --state " + path); code != cli.No {
		t.Errorf("the state is not resumed: exit %d, %s", code, stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "tried 0 then") {
		t.Errorf("nothing was saved: %v\n%s", err, text)
	}
}
