package dualsimd

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// Being inlined is what this package is for.
func TestLookupsInline(t *testing.T) {
	if testing.Short() || runtime.GOARCH != "amd64" {
		t.Skip("builds the package for amd64 with vectors: not with -short")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command: ", err)
	}
	withVectors := func(args ...string) ([]byte, error) {
		cmd := exec.Command(goTool, args...)
		cmd.Env = append(cmd.Environ(), "GOEXPERIMENT=simd", "GOAMD64=v3")
		return cmd.CombinedOutput()
	}
	if said, err := withVectors("list", "simd/archsimd"); err != nil {
		t.Skipf("this toolchain has no GOEXPERIMENT=simd: %v\n%s", err, said)
	}
	report, err := withVectors("build", "-gcflags=-m", ".")
	if err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	for _, lookup := range []string{"Rook", "Bishop", "Both", "Queen"} {
		if !strings.Contains(string(report), "can inline "+lookup+"\n") {
			t.Errorf("%s does not inline", lookup)
		}
	}
}
