package temporary

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The test binary is also a program that makes a folder with a file, prints its path and waits.
func TestMain(m *testing.M) {
	if os.Getenv("SLIDEBENCH_WAITS") == "" {
		os.Exit(m.Run())
	}
	path, err := Folder()
	if err == nil {
		err = os.WriteFile(filepath.Join(path, "file"), []byte("text"), 0o444)
	}
	fmt.Println(path, err)
	bufio.NewReader(os.Stdin).ReadByte()
	os.Exit(1)
}

// Sweep removes the folder of a killed process, and nothing else: neither folders of living processes, of users or of older versions, nor files or links with such
// names.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	left := func() (all []string) {
		entries, err := os.ReadDir(os.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return all
	}
	own, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	// Where locks work, a second one of the same folder fails with errSwept.
	if l, err := lock(own); err == nil {
		l.Close()
		t.Skip("SKIP: folders cannot be locked here")
	} else if err != errSwept {
		t.Skip("SKIP: folders cannot be locked here: ", err)
	}
	target := t.TempDir()
	for _, name := range []string{"slidebench1234567", "other-1-2.tmp", "slidebench-results", "slidebench-2026-11", "slidebench-1-2.tmp.bak"} {
		if err := os.Mkdir(filepath.Join(os.TempDir(), name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(target, filepath.Join(os.TempDir(), "slidebench-1-1.tmp")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(os.TempDir(), "slidebench-1-2.tmp"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var folders []string
	var others []*exec.Cmd
	for range 2 {
		other := exec.Command(os.Args[0])
		other.Env = append(os.Environ(), "SLIDEBENCH_WAITS=1")
		if _, err := other.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		out, err := other.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { other.Process.Kill(); other.Wait() }()
		said, _ := bufio.NewReader(out).ReadString('\n')
		path, ok := strings.CutSuffix(said, " <nil>\n")
		if !ok || !strings.HasPrefix(filepath.Base(path), fmt.Sprintf("slidebench-%d-", other.Process.Pid)) {
			t.Fatalf("the other process says %q", said)
		}
		folders, others = append(folders, filepath.Base(path)), append(others, other)
	}
	before := left()
	Sweep()
	if got := left(); !slices.Equal(got, before) {
		t.Fatalf("while all live, a sweep leaves %q of %q", got, before)
	}
	others[0].Process.Kill()
	others[0].Wait()
	Sweep()
	want := slices.DeleteFunc(before, func(name string) bool { return name == folders[0] })
	if got := left(); !slices.Equal(got, want) {
		t.Errorf("a sweep leaves %q, want %q", got, want)
	}
	if _, err := os.Stat(target); err != nil {
		t.Errorf("where a link leads: %v", err)
	}
	if err := Remove(own); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(own); err == nil {
		t.Errorf("%s is still there", own)
	}
}
