package main

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/findmagic/search"
	"github.com/slidebench/slidebench/internal/findmagic/state"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// progress says how far a search has come, by its state.
type progress struct {
	tries int // never falls
	left  int // squares without a magic, or words of a table that is complete: never rises
}

// searchProgress reads the text of a state of search, recordProgress that of pack or overlay. The error says that it is damaged or its set wrong.
func searchProgress(text []byte) (progress, error) {
	s, err := search.Parse(text)
	if err != nil {
		return progress{}, err
	}
	p := s.Progress()
	return progress{p.Tried, p.Targets - p.Found}, s.Set().Verify()
}

func recordProgress(text []byte) (progress, error) {
	r, err := state.ReadRecord(text)
	if err != nil {
		return progress{}, err
	}
	return progress{r.Tries, r.Set.Words()}, r.Set.Verify()
}

// TestKill kills commands at random moments, some of them by Ctrl-C, and resumes them each time: a command loses no saved work, leaves no damaged file, and in the end
// finds the same as without interruption.
func TestKill(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent to a process here")
	}
	for _, c := range []struct {
		args  string
		kind  string // of the state
		read  func(text []byte) (progress, error)
		kills int
		ends  bool // it ends within the test, so that it can be compared with an uninterrupted run
	}{
		{"search --layout dense --square a1,h1,b8,c8,d8,e8,f8,b1,c2", "search", searchProgress, 50, true},
		{"pack --from " + stored, "pack", recordProgress, 50, false},
		{"overlay --content overlayadjacent --tries 1000000000 --from " + stored, "overlay", recordProgress, 20, false},
	} {
		t.Run(c.kind, func(t *testing.T) {
			kills := c.kills
			if !tiertest.Minutes() { // then fewer kills, and an easier search, must do
				kills /= 10
				c.args = strings.Replace(c.args, "a1,", "", 1) // takes longest
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "x.state")
			args := c.args + " --state " + path
			atOnce := sync.OnceValue(func() string {
				return finish(t, c.args, filepath.Join(t.TempDir(), "atonce.state"))
			})
			compare := func() {
				t.Helper()
				if got := finish(t, c.args, path); got != atOnce() {
					t.Errorf("ends as\n%s, want\n%s", got, atOnce())
				}
			}
			rng := rand.New(rand.NewPCG(1, 2))
			var last progress
			ended, grown := 0, 0 // runs that came to their end; runs that saved more tries before they were killed
			// To kill a run that has saved nothing new proves little, so grown must reach a third of kills.
			for killed := 0; killed < kills || grown < kills/3; {
				if killed == 4*kills {
					t.Fatalf("only %d of %d runs saved more tries before they were killed", grown, killed)
				}
				signal := os.Kill
				if killed%10 == 5 { // one in ten
					signal = os.Interrupt
				}
				if !strike(t, args, path, signal, rng) { // it came to its end: begin anew, without its state
					ended++
					compare()
					if err := os.Remove(path); err != nil {
						t.Fatal(err)
					}
					last = progress{}
					continue
				}
				killed++
				text, err := state.Load(path, c.kind)
				if errors.Is(err, fs.ErrNotExist) && last == (progress{}) {
					continue // killed before the first save
				}
				if err != nil {
					t.Fatalf("after %d kills: %v", killed, err)
				}
				now, err := c.read(text)
				if err != nil {
					t.Fatalf("after %d kills: %v", killed, err)
				}
				if now.tries < last.tries || last != (progress{}) && now.left > last.left {
					t.Fatalf("after %d kills: %+v, before %+v", killed, now, last)
				}
				if now.tries > last.tries {
					grown++
				}
				last = now
			}
			if c.ends {
				compare()
			} else if code, _, stderr := try(args + " --time 1ns"); code == cli.Failed {
				t.Errorf("exit %d, %s", code, stderr)
			}
			t.Logf("%d runs saved more tries before they were killed; %d came to their end; at last %+v", grown, ended, last)
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
}

// strike starts a command and kills it at a drawn moment: up to 20 ms after it began, or after the last of up to eight saves of its state. TestMain has the process save every
// 5 ms. strike returns false if the command ended before.
func strike(t *testing.T, args, path string, signal os.Signal, rng *rand.Rand) (struck bool) {
	t.Helper()
	before, _ := os.Stat(path)
	c := process(t, args)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_ = c.Wait()
		close(done)
	}()
	pause := func(d time.Duration) (alive bool) {
		select {
		case <-done:
			return false
		case <-time.After(d):
			return true
		}
	}
	const patience = 10 * time.Second // for a save on a loaded machine
	alive, begin := true, time.Now()
	for saves := rng.IntN(9); saves > 0 && alive && time.Since(begin) < patience; {
		alive = pause(5 * time.Millisecond)
		if now, err := os.Stat(path); err == nil && !os.SameFile(before, now) {
			before, begin = now, time.Now()
			saves--
		}
	}
	if alive && pause(time.Duration(rng.IntN(20_000))*time.Microsecond) {
		err := c.Process.Signal(signal)
		if err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		struck = err == nil
		<-done
	}
	if code := c.ProcessState.ExitCode(); code == cli.Failed {
		t.Fatalf("exit %d, %s", code, &stderr)
	}
	return struck
}

// finish runs a command to its end and returns its output and its state.
func finish(t *testing.T, args, path string) string {
	t.Helper()
	stdout := fine(t, args+" --state "+path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return stdout + string(text)
}
