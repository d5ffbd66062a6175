package dualsimd

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// Being inlined is what this package is for, and its lookups are within two nodes of the inliner's budget.
func TestLookupsInline(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("builds the package for amd64 with vectors: not with -short")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	build := exec.Command(goTool, "build", "-gcflags=-m", ".")
	build.Env = append(build.Environ(), "GOEXPERIMENT=simd", "GOAMD64=v3")
	report, err := build.CombinedOutput()
	if err != nil {
		t.Skipf("this toolchain has no GOEXPERIMENT=simd: %v\n%s", err, report)
	}
	for _, lookup := range []string{"Rook", "Bishop", "Both", "Queen"} {
		if !strings.Contains(string(report), "can inline "+lookup+"\n") {
			t.Errorf("%s does not inline", lookup)
		}
	}
}
