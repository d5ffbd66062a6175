//go:build unix

// Package unruly has programs that misbehave, for tests of packages that run programs: a test binary becomes such a program.
package unruly

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Variable is the environment variable that Mark sets and that Behave needs.
const Variable = "SLIDEBENCH_UNRULY"

// Behave makes this program misbehave as its first arguments say, if Variable is set. It returns if that misbehaviour lets the program go on.
func Behave() {
	for os.Getenv(Variable) != "" && len(os.Args) > 1 && kinds[os.Args[1]] != nil {
		kind := os.Args[1]
		os.Args = append(os.Args[:1:1], os.Args[2:]...)
		Be(kind)
	}
}

// Be makes this program misbehave in some kinds, separated by blanks.
func Be(all string) {
	for kind := range strings.FieldsSeq(all) {
		kinds[kind]()
	}
}

// kinds has a function for each kind of misbehaviour.
var kinds = map[string]func(){
	"sleep": sleep,
	// After these the program goes on. fork leaves a process in its group, setsid in another session, daemon there without the output; errs prints more than a Tail keeps.
	"fork":   func() { again(nil, os.Stdout, os.Stderr) },
	"setsid": func() { again(&syscall.SysProcAttr{Setsid: true}, os.Stdout, os.Stderr) },
	"daemon": func() { again(&syscall.SysProcAttr{Setsid: true}, nil, nil) },
	"deaf":   func() { signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) },
	"talks":  func() { talk(10 << 20) },
	"errs":   func() { fmt.Fprintln(os.Stderr, "TypeError: planted"); io.CopyN(os.Stderr, newlines{}, 3<<20) },
	// These do not return.
	"deafsleep": func() { signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP); sleep() },
	"spam":      func() { talk(1 << 60) },
	"line":      func() { io.Copy(os.Stdout, zeros{}); os.Exit(1) },
	"closed":    func() { os.Stdout.Close(); sleep() },
	"closedall": func() { os.Stdout.Close(); os.Stderr.Close(); sleep() },
	"exit":      func() { os.Exit(0) },
	"exit3":     func() { os.Exit(3) },
	"segv":      func() { die("SEGV") },
	"killed":    func() { die("KILL") },
	"stops":     func() { die("STOP") },
}

// sleep sleeps longer than any test waits, and fails.
func sleep() {
	time.Sleep(time.Minute)
	os.Exit(1)
}

// again starts this program once more, only to sleep, and does not wait for it.
func again(how *syscall.SysProcAttr, stdout, stderr *os.File) {
	c := exec.Command(os.Args[0], "sleep") // in this program's environment
	c.SysProcAttr = how
	if stdout != nil {
		c.Stdout, c.Stderr = stdout, stderr
	}
	if err := c.Start(); err != nil {
		panic(err)
	}
}

// die becomes a shell that sends a signal to itself, because the Go runtime would handle some signals.
func die(signal string) {
	panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + signal + " $$; exit 1"}, os.Environ()))
}

// zeros is an endless text without ends of lines.
type zeros struct{}

// Read fills p with the digit 0.
func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// newlines is an endless text of short lines.
type newlines struct{}

// Read fills p with lines of a stack.
func (newlines) Read(p []byte) (int, error) {
	copy(p, strings.Repeat("    at frame\n", len(p)/13+1)) // 13 bytes each
	return len(p), nil
}

// talk prints so many bytes.
func talk(bytes int64) { _, _ = io.CopyN(os.Stdout, newlines{}, bytes) }

// Mark marks all programs that are started from here on. At the end of the test, a marked program that still runs is killed, and the test fails.
func Mark(t *testing.T) {
	t.Helper()
	mark := fmt.Sprintf("%016x", rand.Uint64())
	t.Setenv(Variable, mark)
	t.Cleanup(func() {
		for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) { // a process that was killed may still have to end
			left := marked(mark)
			if len(left) == 0 {
				return
			}
			if time.Now().Before(deadline) {
				continue
			}
			for _, p := range left {
				name, _ := os.ReadFile(filepath.Join("/proc", fmt.Sprint(p.Pid), "cmdline"))
				t.Errorf("left alive: %d, %q", p.Pid, bytes.ReplaceAll(name, []byte{0}, []byte{' '}))
				_ = p.Kill()
			}
		}
	})
}

// marked returns the processes with a mark in their environment, on Linux.
func marked(mark string) (found []*os.Process) {
	if runtime.GOOS != "linux" {
		return nil
	}
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		var pid int
		if _, err := fmt.Sscan(e.Name(), &pid); err != nil || pid == os.Getpid() {
			continue
		}
		if environment, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ")); err == nil && bytes.Contains(environment, []byte(Variable+"="+mark)) {
			p, _ := os.FindProcess(pid)
			found = append(found, p)
		}
	}
	return found
}

// Empty makes an empty folder the one of temporary files, and fails the test if the folder is not empty in the end.
func Empty(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Cleanup(func() {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) > 0 {
			t.Errorf("left in the folder of temporary files: %v, %v", entries, err)
		}
	})
}
