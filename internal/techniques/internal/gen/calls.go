package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/overlay"
)

// callsOf compiles package techniques, in whose folder this program runs, for amd64 with a text in place of wiring_gen.go, and returns the names of the functions that each of
// its functions calls. It compiles for GOAMD64=v1, because go tool objdump misreads the BMI2 instructions of higher levels; the level does not change what is inlined.
func callsOf(text []byte) (map[string][]string, error) {
	temp, err := os.MkdirTemp("", "gen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	written, file := filepath.Join(temp, "wiring.go"), filepath.Join(temp, "overlay.json")
	here, err := filepath.Abs("wiring_gen.go")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(written, text, 0o600); err != nil {
		return nil, err
	}
	if err := overlay.Write(file, "../..", map[string]string{here: written}); err != nil {
		return nil, err
	}
	archive, err := goTool("list", "-export", "-pgo=off", "-overlay", file, "-f", "{{.Export}}", ".")
	if err != nil {
		return nil, err
	}
	code, err := goTool("tool", "objdump", strings.TrimSpace(archive))
	if err != nil {
		return nil, err
	}
	return readCalls(code), nil
}

// goTool runs the go command for amd64 and returns its output.
func goTool(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOARCH=amd64", "GOAMD64=v1", "GOEXPERIMENT=")
	cmd.Stderr = os.Stderr // so that the compiler's own words come first
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// readCalls reads the disassembly of an archive, and returns the functions called by each function. It leaves out the runtime's functions for panics, and those for a
// growing stack.
func readCalls(code string) map[string][]string {
	calls, function := map[string][]string{}, ""
	for line := range strings.Lines(code) {
		f := strings.Fields(line)
		switch {
		case len(f) >= 2 && f[0] == "TEXT":
			function = strings.TrimSuffix(strings.TrimPrefix(f[1], module+"internal/techniques."), "(SB)")
			calls[function] = nil
		case len(f) >= 4 && f[3] == "CALL": // after file:line, address and bytes
			callee := f[len(f)-1]
			if _, relocated, ok := strings.Cut(callee, "R_CALL:"); ok {
				callee = relocated
			}
			if !strings.HasPrefix(callee, "runtime.panic") && !strings.HasPrefix(callee, "runtime.morestack") {
				calls[function] = append(calls[function], callee)
			}
		}
	}
	return calls
}

// note sets Inlines and CallsBoth of the technique by the calls left in its loops.
func (t *technique) note(calls map[string][]string) {
	for _, l := range t.loops() {
		for i := range l.bodies {
			left := calls[l.function(*t, i)]
			switch {
			case l.field == "throughput":
				t.Inlines[i] = len(left) == 0
			case t.State:
				t.Inlines[i] = !slices.ContainsFunc(left, func(callee string) bool {
					return !strings.HasSuffix(callee, ").Prepare") // which is called once
				})
			case l.field == "both": // which comes after throughput
				t.CallsBoth = t.Inlines[0] && t.Inlines[1] && len(left) > 0
			}
		}
	}
}
