//go:build unix

// Package unruly has programs that do what no program should, for tests of what runs programs: a test binary becomes one of them.
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

// Variable is an environment variable that Mark sets. Behave asks for it.
const Variable = "SLIDEBENCH_UNRULY"

// Behave makes of this program, if it was started with Variable set, a program of the kinds that its first arguments name. It returns where the program does what it
// should besides.
func Behave() {
	for os.Getenv(Variable) != "" && len(os.Args) > 1 && kinds[os.Args[1]] != nil {
		kind := os.Args[1]
		os.Args = append(os.Args[:1:1], os.Args[2:]...)
		Be(kind)
	}
}

// Be does what a program of a kind does, or of several.
func Be(all string) {
	for kind := range strings.FieldsSeq(all) {
		kinds[kind]()
	}
}

var kinds = map[string]func(){
	"sleep": sleep,
	// These go on.
	"fork":   func() { again(nil, os.Stdout, os.Stderr) },
	"setsid": func() { again(&syscall.SysProcAttr{Setsid: true}, os.Stdout, os.Stderr) },
	"daemon": func() { again(&syscall.SysProcAttr{Setsid: true}, nil, nil) },
	"deaf":   func() { signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) },
	"talks":  func() { talk(10 << 20) },
	"errs":   func() { fmt.Fprintln(os.Stderr, "TypeError: planted"); io.CopyN(os.Stderr, newlines{}, 3<<20) },
	// These do not.
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

func sleep() {
	time.Sleep(time.Minute)
	os.Exit(1)
}

// again starts this program once more, which sleeps, and leaves it.
func again(how *syscall.SysProcAttr, out, err *os.File) {
	c := exec.Command(os.Args[0], "sleep") // in this program's environment
	c.SysProcAttr = how
	if out != nil {
		c.Stdout, c.Stderr = out, err
	}
	if err := c.Start(); err != nil {
		panic(err)
	}
}

// die becomes a shell that sends itself a signal, as the Go runtime handles some.
func die(signal string) {
	panic(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + signal + " $$; exit 1"}, os.Environ()))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

type newlines struct{}

func (newlines) Read(p []byte) (int, error) {
	copy(p, strings.Repeat("    at frame\n", len(p)/13+1))
	return len(p), nil
}

func talk(bytes int64) {
	_, _ = io.CopyN(os.Stdout, newlines{}, bytes)
}

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

// marked returns the processes with a mark, where the system tells their environments.
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

// Empty makes the folder of temporary files an empty one, which must be empty in the end, too.
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
