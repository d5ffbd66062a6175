package tiertest

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// With -short slow tests are left out, unless SLIDEBENCH_PROVE asks for them. Tests of minutes run with SLIDEBENCH_CHECK alone.
func TestTiers(t *testing.T) {
	defer flag.Set("test.short", fmt.Sprint(testing.Short()))
	runs := func(leaveOut func(testing.TB)) (ran bool) { // whether Slow or Long lets a test run
		t.Run("", func(t *testing.T) {
			leaveOut(t)
			ran = true
		})
		return ran
	}
	for _, c := range []struct {
		short, prove, check string
		slow, long          bool
	}{
		{"false", "", "", true, false}, {"true", "", "", false, false}, {"true", "1", "", true, false},
		{"false", "", "1", true, true}, {"true", "", "1", false, true},
	} {
		flag.Set("test.short", c.short)
		t.Setenv("SLIDEBENCH_PROVE", c.prove)
		t.Setenv("SLIDEBENCH_CHECK", c.check)
		if n := len(Sample([]int{0, 1, 2, 3}, 3)); n != map[bool]int{true: 4, false: 2}[c.long] {
			t.Errorf("CHECK %q: a sample of 4 has %d", c.check, n)
		}
		if slow, long := runs(Slow), runs(Long); slow != c.slow || long != c.long {
			t.Errorf("-short is %s, PROVE %q, CHECK %q: slow tests run: %v, tests of minutes: %v", c.short, c.prove, c.check, slow, long)
		}
	}
}

// Lightly adds -O1 behind a compiler's other arguments, once, and in make check nothing.
func TestLightly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "gcc"), []byte("#!/bin/sh\necho \"$*\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("SLIDEBENCH_LIGHTLY", "")
	for check, want := range map[string]string{"": "-O3 a b -O1\n", "1": "-O3 a b\n"} {
		t.Run("CHECK="+check, func(t *testing.T) {
			t.Setenv("SLIDEBENCH_CHECK", check)
			Lightly(t)
			Lightly(t)
			if said, err := exec.Command("gcc", "-O3", "a b").Output(); err != nil || string(said) != want {
				t.Errorf("%q, %v, want %q", said, err, want)
			}
		})
	}
}
