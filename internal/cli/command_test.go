package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/input"
)

// Without a terminal, progress is a line for every 20 percent. On a terminal, the percentage may fall if the total grows.
func TestProgress(t *testing.T) {
	var said bytes.Buffer
	show := Progress(&said, "proving")
	for done := range 51 { // up to 50, so that 60 % is never shown
		show(done, 100)
	}
	show(51, 200) // 25 %, less than before: no line
	show(200, 200)
	if want := "proving: 20 %, 0s left\nproving: 40 %, 0s left\nproving: 100 %, 0s left\n"; said.String() != want {
		t.Errorf("%q, want %q", &said, want)
	}
	said.Reset()
	show = progress(&said, "proving", true)
	for _, x := range [][2]int{{50, 100}, {49, 100}, {100, 100}, {100, 200}, {100, 200}, {200, 200}} { // done and total; done == total only removes the line
		show(x[0], x[1])
	}
	if lines := regexp.MustCompile(`\d+ %`).FindAllString(said.String(), -1); !slices.Equal(lines, []string{"50 %", "50 %"}) || !strings.HasSuffix(said.String(), " \r") {
		t.Errorf("on a terminal, with a total that grows: %q", &said)
	}
}

// Predicting shows a line at once, and then the share of the time that is over, whatever the number of steps done.
func TestPredicting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		show := Predicting(&said, "bench")
		for _, x := range []struct {
			after time.Duration // the step before
			done  int           // of 100 steps
			left  time.Duration // as the work predicts
		}{{time.Second, 1, 9 * time.Minute}, {time.Minute, 50, 4 * time.Minute}, {time.Minute, 60, 9 * time.Minute}, {5 * time.Minute, 99, 0}, {time.Second, 100, 0}} {
			time.Sleep(x.after)
			show(x.done, 100, x.left)
		}
		// After 1, 61, 121, 421 and 422 seconds, 0, 20, 18, 99 and 100 % of the time are over.
		if want := "bench: 0 %, 9m0s left\nbench: 20 %, 4m0s left\nbench: 80 %, 1s left\nbench: 100 %, 0s left\n"; said.String() != want {
			t.Errorf("%q, want %q", &said, want)
		}
	})
}

// An interrupt ends a program at once, even while it waits for data from a pipe.
func TestInterruptedWhileReading(t *testing.T) {
	if path := os.Getenv("COMMAND_TEST_READS"); path != "" { // this process is the program, which the test starts below
		go func() {
			for !input.Waiting() {
				time.Sleep(time.Millisecond)
			}
			fmt.Println("waiting")
		}()
		os.Args = os.Args[:1] // without the flags of the test binary
		Main(&cobra.Command{Use: "reads", RunE: func(*cobra.Command, []string) error {
			_, err := input.Read(path, input.Most)
			return err
		}})
	}
	if runtime.GOOS == "windows" {
		t.Skip("no pipes with names here")
	}
	path := t.TempDir() + "/fifo"
	if out, err := exec.Command("mkfifo", path).CombinedOutput(); err != nil {
		t.Skipf("%v %s", err, out)
	}
	var stderr bytes.Buffer
	c := exec.Command(os.Args[0], "-test.run=^TestInterruptedWhileReading$")
	c.Env, c.Stderr = append(os.Environ(), "COMMAND_TEST_READS="+path), &stderr
	stdout, err := c.StdoutPipe()
	if err != nil || c.Start() != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	defer kill.Stop()
	if _, err := stdout.Read(make([]byte, len("waiting\n"))); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); c.ProcessState.ExitCode() != Failed || stderr.String() != "reads: interrupted\n" {
		t.Errorf("%v, %q", err, &stderr)
	}
}

// Messages contain no control characters, which a terminal would obey.
func TestErrorsPrint(t *testing.T) {
	for _, answer := range []bool{false, true} {
		var stderr bytes.Buffer
		root := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error {
			err := fmt.Errorf("open a\x1b[31m\a\u009bb é: no such file")
			if answer {
				return Answer(err)
			}
			return err
		}}
		Execute(t.Context(), root, nil, nil, &stderr, &stderr)
		if want := "x: open a?[31m??b é: no such file\n"; stderr.String() != want {
			t.Errorf("%q, want %q", &stderr, want)
		}
	}
}
