package atomicfile_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/atomicfile"
)

// holding is the environment variable with the path that a process of this test is to hold until its standard input ends.
const holding = "SLIDEBENCH_TEST_HOLDING"

// The test binary is also the process that holds a path.
func TestMain(m *testing.M) {
	if path := os.Getenv(holding); path != "" {
		os.Exit(holds(path))
	}
	os.Exit(m.Run())
}

// holds holds a file or folder in this process until standard input ends. It replaces a file three times, and must still hold it. It returns the exit code.
func holds(path string) int {
	held, err := atomicfile.Keep(path)
	if info, failed := os.Stat(path); failed == nil && info.IsDir() {
		held = nil
		var folder *os.File
		if folder, err = os.Open(path); err == nil {
			defer folder.Close()
			err = atomicfile.Hold(folder)
		}
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	for i := range 3 {
		if held != nil {
			if err := held.Write(fmt.Append(nil, i)); err != nil {
				fmt.Println(err)
				return 1
			}
		}
	}
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

// holder starts a process that holds path, and returns what the process says: "held", or an error.
func holder(t *testing.T, path string) (cmd *exec.Cmd, says string) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holding+"="+path)
	in, err := cmd.StdinPipe()
	must(t, err)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	says, _ = bufio.NewReader(out).ReadString('\n')
	return cmd, strings.TrimSpace(says)
}

// Only one process holds a file or folder, although it replaces the file meanwhile; the error of a second process names the first. The lock ends with
// its process, and leaves nothing behind.
func TestHold(t *testing.T) {
	for _, kind := range []string{"folder", "file", "no file yet"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			switch kind {
			case "folder":
				must(t, os.Mkdir(path, 0o777))
			case "file":
				must(t, os.WriteFile(path, []byte("old"), 0o666))
			}
			before := time.Now()
			first, says := holder(t, path)
			if says != "held" {
				t.Skip("no locks here: ", says)
			}
			host, err := os.Hostname()
			must(t, err)
			_, refused := holder(t, path)
			want := fmt.Sprintf("%s is being written by process %d on %s since ", path, first.Process.Pid, host)
			// The time is that of the holder's lock, in whole seconds: after before, but for what two clocks may differ. Only Linux is sure to know the process: see hold.
			since, found := strings.CutPrefix(refused, want)
			since, _, _ = strings.Cut(since, " (wait for its end)")
			if at, err := time.ParseInLocation(time.DateTime, since, time.Local); (!found || err != nil || before.Sub(at) > time.Minute || time.Since(at) < -time.Second) &&
				(runtime.GOOS == "linux" || refused != path+" is being written by another process (wait for its end)") {
				t.Errorf("%q, want %q and the time", refused, want)
			}
			if text, err := os.ReadFile(path); kind != "folder" && (err != nil || len(text) == 0) {
				t.Errorf("a reader reads %q, %v", text, err)
			}
			must(t, first.Process.Kill())
			_ = first.Wait()
			if _, says := holder(t, path); says != "held" {
				t.Errorf("after its process was killed: %s", says)
			}
			if left := names(t, dir); len(left) != 1 {
				t.Errorf("left: %q", left)
			}
		})
	}
}

// A process that has called Keep for a path without a file does not replace a file that another process has made there since.
func TestHeldIsNotWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	late, err := atomicfile.Keep(path)
	must(t, err)
	must(t, os.WriteFile(path, []byte("other"), 0o666))
	f, err := os.Open(path)
	must(t, err)
	if errors.Is(atomicfile.Hold(f), errors.ErrUnsupported) {
		t.Skip("no locks here")
	}
	f.Close()
	if err := late.Write([]byte("mine")); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(path); string(text) != "other" {
		t.Errorf("the file holds %q", text)
	}
	if left := names(t, filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left: %q", left)
	}
}
