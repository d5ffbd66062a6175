// Package simdtest tests what the compiler makes of techniques in Go's own vectors.
package simdtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/process"
)

// InlinesLookups builds the package in the current folder with vectors. Its lookups must inline: for that, such techniques are in Go and not in assembly. Neither a
// lookup nor one of the other functions may have an SSE instruction: among those of AVX, it waits for hundreds of cycles on some processors.
func InlinesLookups(t *testing.T, others ...string) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("builds the package for amd64 with vectors: not with -short")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	withVectors := func(args ...string) string {
		var said bytes.Buffer
		cmd := process.Tool(t.Context(), goTool, args...)
		cmd.Env = append(os.Environ(), "GOEXPERIMENT=simd", "GOAMD64=v3")
		cmd.Stdout, cmd.Stderr = &said, &said
		err := cmd.Run()
		if err != nil && args[0] == "list" {
			t.Skipf("this toolchain has no GOEXPERIMENT=simd: %v\n%s", err, &said)
		} else if err != nil {
			t.Fatalf("%v\n%s", err, &said)
		}
		return said.String()
	}
	withVectors("list", "simd/archsimd")
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files { // read, so that go test does not reuse the result of this test when a file has changed
		if _, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	report := withVectors("build", "-gcflags=-m -S", ".")
	lookups := []string{"Rook", "Bishop", "Both", "Queen"}
	for _, lookup := range lookups {
		if !strings.Contains(report, "can inline "+lookup+"\n") {
			t.Errorf("%s does not inline", lookup)
		}
	}
	for _, function := range append(lookups, others...) {
		code := regexp.MustCompile(`(?m)^\S+\.` + function + ` STEXT.*\n(\t.*\n)*`).FindString(report)
		if code == "" {
			t.Errorf("no code of %s", function)
		}
		if sse := regexp.MustCompile(`\t[A-UW-Z][A-Z0-9]*\t.*\bX\d+.*`).FindString(code); sse != "" { // names of AVX begin with V
			t.Errorf("%s has an SSE instruction: %s", function, strings.TrimSpace(sse))
		}
	}
}
