package c

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// The headers are right as compilers for arm64 compile them: in make check gcc, proved on one square in five, and by night clang, too, on all squares.
func TestRightOnArm64(t *testing.T) {
	tiertest.Long(t)
	compilers, every := []string{"gcc"}, 5
	if tiertest.Nightly() {
		compilers, every = append(compilers, "clang"), 1
	}
	for _, compiler := range compilers {
		t.Run(compiler, func(t *testing.T) { rightOnArm64(t, compiler, "", "", every) })
	}
}

// Techniques that need features of arm64 are proved as compiled for a processor with all of them.
func TestFeaturesOfArm64(t *testing.T) {
	tiertest.Long(t)
	all, err := Units(root)
	if err != nil {
		t.Fatal(err)
	}
	for need, march := range map[string]string{"asimd": "", "sve2-bitperm": "armv9-a+sve2-bitperm"} {
		var names []string
		for _, u := range all {
			if slices.Contains(u.Technique.Needs, need) {
				names = append(names, u.Technique.Name)
			}
		}
		t.Run(need, func(t *testing.T) {
			if runtime.GOARCH == "arm64" && !here().Has(need) {
				tiertest.Need(t, need, errors.New("this machine lacks it"))
			}
			if n := rightOnArm64(t, "gcc", march, strings.Join(names, ","), 5); n != len(names) {
				t.Errorf("%d of %v are right", n, names)
			}
		})
	}
}

// rightOnArm64 proves techniques, "" for all, as a compiler compiles them for arm64, and returns how many are right.
func rightOnArm64(t *testing.T, compiler, march, names string, every int) int {
	t.Helper()
	b := By(compiler)
	b.Target, b.March, b.Techniques = "aarch64-linux-gnu", march, names
	program, err := probe(t, b)
	tiertest.Need(t, compiler+"-arm64", err)
	emulator, err := emulatorOf(t, program, "qemu-aarch64")
	tiertest.Need(t, "qemu-aarch64", err)
	return right(t, b, emulated(t, emulator, built(t, b, root)), NewExams(every, 1))
}

// scratch returns Objects of no source: their method run runs a build's compiler in a new folder.
func scratch(t *testing.T, b Build) (*Objects, error) {
	t.Helper()
	compiler, err := b.compiler()
	return &Objects{Build: b, compiler: compiler, driver: compiler, flags: b.Flags(nil)[1:] /* without the standard */, folder: t.TempDir()}, err
}

// probe builds a program that does nothing. An error names a tool that the build needs and this machine lacks.
func probe(t *testing.T, b Build) (program string, err error) {
	t.Helper()
	o, err := scratch(t, b)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(o.folder, "probe.c"), []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(o.folder, "probe"), o.run(t.Context(), "probe.c", "probe.c", "-o", "probe")
}

// emulatorOf returns the emulator by which a program runs here: "" if it runs by itself, or QEMU.
func emulatorOf(t *testing.T, program, qemu string) (emulator string, err error) {
	t.Helper()
	if exec.CommandContext(t.Context(), program).Run() == nil {
		return "", nil
	}
	for _, name := range []string{qemu, qemu + "-static"} {
		if exec.CommandContext(t.Context(), name, program).Run() == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("neither this machine nor a %s runs its programs", qemu)
}

// emulated returns a script that runs a program by an emulator.
func emulated(t *testing.T, emulator, program string) string {
	t.Helper()
	if emulator == "" {
		return program
	}
	script := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\nexec %s '%s' \"$@\"\n", emulator, program), 0o777); err != nil {
		t.Fatal(err)
	}
	return script
}
