//go:build unix

package engines

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/process/unruly"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// Whatever an engine does, a match ends with a result or with an error of one line, and leaves no process alive. An engine's words are kinds of misbehaviour
// from package unruly, and then those of an engine of TestMain.
func TestUnrulyEngines(t *testing.T) {
	tiertest.Slow(t)
	allow(t, 0)
	const keeps = "has ended, but a process that it started keeps its output open"
	for _, c := range tiertest.Sample([]struct{ kind, whole, open string }{ // whole, open: errors about an engine that ends, and about one that is held open; "" for a result
		{"fork", keeps, ""},
		{"setsid", keeps, ""},
		{"daemon", "", ""},
		{"deaf", "", ""},
		{"talks", "", ""}, // 10 MB before the answer
		{"errs", "", ""},
		{"deafsleep", "is not done after", "does not answer uciok within"},
		{"spam", "is not done after", "does not answer uciok within"},
		{"line", "is not done after", "does not answer uciok within"},
		{"stops", "exit status 1: it printed nothing", `sent "uci": ended (exit status 1): it printed nothing`}, // and goes on in its next slice
		{"closed", "is not done after", "does not answer uciok within"},                                         // its standard error is the same pipe
		{"closedall", "is not done after", `sent "uci": closes its output: it printed nothing`},
		{"exit", "prints no number of nodes (its last line: it printed nothing)", `sent "uci": ended (exit status 0): it printed nothing`},
		{"errs exit3", "exit status 3: TypeError: planted", `sent "uci": ended (exit status 3): TypeError: planted`},
		{"segv", "signal: segmentation fault: it printed nothing", `sent "uci": ended (signal: segmentation fault): it printed nothing`},
		{"setsid segv", "signal: segmentation fault: it printed nothing", `sent "uci": ended (signal: segmentation fault`},
	}, 3) {
		for open, want := range map[bool]string{false: c.whole, true: c.open} {
			t.Run(c.kind, func(t *testing.T) {
				unruly.Mark(t)
				words := "bench 10 1"
				if open {
					words = "uci 1"
				}
				m := match(t, words, c.kind+" "+words)
				m.Timeout, m.Slice = 20*time.Second, 2*time.Millisecond
				if strings.HasPrefix(want, "is not") || strings.HasPrefix(want, "does not") { // the errors of engines that are too late
					m.Timeout = 300 * time.Millisecond
				}
				if open {
					m.Go = "go nodes 10"
				}
				if err := m.Check(); err != nil {
					t.Fatal(err)
				}
				m.runner = &commands{m} // as Play chooses it
				if open {
					m.runner = &uci{Match: m}
				}
				defer m.runner.close()
				err := m.runner.round(t.Context(), []int{1, 0})
				if err == nil {
					_, err = m.runner.search(t.Context(), []int{0, 1}, -1)
				}
				switch {
				case err == nil && want == "": // a result, as wanted
				case err == nil || want == "" || !strings.HasPrefix(err.Error(), "engine1: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n"):
					t.Errorf("held open: %v; got %v, want %q", open, err, want)
				}
			})
		}
	}
}

// The command between rounds ends, though it leaves a process behind.
func TestUnrulyRelink(t *testing.T) {
	for _, c := range []struct{ kind, want string }{
		{"fork", "has ended, but a process that it started keeps its output open"},
		{"setsid", "has ended, but a process that it started keeps its output open"},
		{"daemon exit", ""},
		{"errs exit3", "exit status 3: TypeError: planted"},
		{"segv", "egmentation fault"}, // shells begin it with a capital or not
	} {
		t.Run(c.kind, func(t *testing.T) {
			unruly.Mark(t)
			m := match(t, "a", "b")
			m.Relink = os.Args[0] + " " + c.kind + " exit"
			if err := m.relink(t.Context()); err != nil && c.want == "" || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A line of a shell that no program can become is refused in words that help.
func TestLinesOfShells(t *testing.T) {
	for command, want := range map[string]string{"cd wd && ./a bench": "sh -c 'cd folder && exec ./engine bench'", "FOO=1 ./x": "want env FOO=1 ./x"} {
		m := match(t, "a", "b")
		m.Programs[0].Command = command
		if _, err := m.Play(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", command, err, want)
		}
	}
}
