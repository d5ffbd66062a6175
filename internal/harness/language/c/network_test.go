package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The search with a network finds the same in Go and in C, in every form of the network's code that can be compiled and run here: without intrinsics, for this processor, for an
// older one, for arm64, and where bytes stand in the other order.
func TestFormsOfNetwork(t *testing.T) {
	tiertest.Slow(t)
	questions, answers := networkQuestions(t)
	gcc := build.Build{Language: word, Compiler: "gcc"}
	older, newer := gcc, gcc
	older.Level, newer.Level = "v3", "v4"
	for _, c := range []struct {
		name, flag, qemu string
		b                Build
		long             bool // takes too long for make test
	}{
		{name: "portable", flag: "-DNETWORK_PORTABLE"},
		{name: "native", long: true}, // as the zero build: any compiler here, for this processor
		{name: "v3", b: Build{Build: older}, long: true},
		{name: "v4", b: Build{Build: newer}, long: true},
		{name: "arm64", b: Build{Build: gcc, Target: "aarch64-linux-gnu"}, qemu: "qemu-aarch64", long: true},
		{name: "big-endian", b: Build{Build: gcc, Target: "s390x-linux-gnu"}, qemu: "qemu-s390x", long: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long {
				tiertest.Long(t)
			}
			if c.b.Compiler == "" {
				c.b = anyBuild(t)
			}
			if c.b.Level != "" && runtime.GOARCH != "amd64" {
				t.Skip("for amd64")
			}
			program, err := networkProgram(t, c.b, c.flag)
			tiertest.Need(t, "gcc for "+c.name, err)
			command := []string{program}
			switch {
			case c.qemu != "":
				emulator, err := emulatorOf(t, program, c.qemu)
				tiertest.Need(t, c.qemu, err)
				if emulator != "" {
					command = []string{emulator, program}
				}
			case c.b.Level == "v4" && !here().Has("avx512"), c.b.Level == "v3" && !here().Has("avx2"):
				t.Skip("compiled, and not run: the processor lacks what it needs")
			}
			cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
			cmd.Stdin = strings.NewReader(questions)
			got, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != answers {
				t.Errorf("it finds\n%swant\n%s", got, answers)
			}
		})
	}
}

// networkProgram compiles testdata/network.c for a build, with the engine bound to fancymagic.
func networkProgram(t *testing.T, b Build, flag string) (program string, err error) {
	t.Helper()
	o, err := scratch(t, b)
	if err != nil {
		return "", err
	}
	tree, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(o.folder, "network")
	in := filepath.Join(tree, "internal", "harness", "language", "c")
	args := []string{
		"-I" + tree, "-I" + filepath.Join(tree, "internal", "engine", "c"), "-I" + filepath.Join(in, "program"), "-DHAS_LOOKUPS", "-DT=fancymagic", `-DHEADER="fancymagic/fancymagic.h"`,
		filepath.Join(in, "testdata", "network.c"), "-o", program, "-O1",
	}
	for _, file := range append([]string{"netsearch.c"}, common...) {
		args = append(args, filepath.Join(tree, "internal", "engine", "c", file))
	}
	read, _ := filepath.Glob(filepath.Join(tree, "internal", "engine", "c", "*"))
	for _, file := range append(read, filepath.Join(in, "testdata", "network.c")) {
		if _, err := os.Stat(file); err != nil { // so that go test runs this test again when one of them changes: it sees only files that the test itself opens
			t.Fatal(err)
		}
	}
	if flag != "" {
		args = append(args, flag)
	}
	return program, o.run(t.Context(), "network.c", args...)
}

// networkQuestions returns positions as testdata/network.c reads them, and what the engine in Go finds.
func networkQuestions(t *testing.T) (questions, answers string) {
	t.Helper()
	const depth = 2
	q, err := corpus.NewPositions("games2", 1)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := position.ReadSuite(strings.NewReader(position.WellKnown), "suite")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range suite {
		q.List = append(q.List, test.Position)
	}
	var asked, wanted strings.Builder
	search := engine.Bound().NetSearch
	for i := range q.List {
		p := &q.List[i]
		fmt.Fprintf(&asked, "%x", depth)
		for _, set := range append(slices.Concat(p.Types[:], p.Colors[:]), p.Castling, p.EnPassant, uint64(p.Turn)) {
			fmt.Fprintf(&asked, " %x", set)
		}
		asked.WriteByte('\n')
		fmt.Fprintf(&wanted, "%016x\n", search(p, depth).Sum())
	}
	return asked.String(), wanted.String()
}
