//go:build amd64 && !purego

package techniques

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/qbb"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/magic"
)

const packagePath = "github.com/slidebench/slidebench/internal/techniques."

// instruction is one line of a disassembly.
type instruction struct {
	address  uint64
	op, args string
}

// machineCode is the code of this package, from a test binary built for it.
type machineCode struct {
	functions map[string][]instruction // by symbol
	symbols   map[string]bool          // all of the binary's
}

// disassemble builds this package's test binary with its symbols; the kernels have the same names in it as in the running
// one. It is built for GOAMD64=v1, as go tool objdump loses its way among the BMI2 instructions of higher levels. What is
// inlined is decided before the level comes in.
func disassemble(t *testing.T) machineCode {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to build and disassemble: ", err)
	}
	binary := filepath.Join(t.TempDir(), "techniques.test")
	run := func(args ...string) string {
		var stderr bytes.Buffer
		cmd := exec.Command(goTool, args...)
		cmd.Env = append(os.Environ(), "GOAMD64=v1")
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
		}
		return string(out)
	}
	run("test", "-c", "-pgo=off", "-ldflags=-w", "-o", binary, ".") // symbols, and nothing for debuggers
	code := machineCode{map[string][]instruction{}, map[string]bool{}}
	for line := range strings.Lines(run("tool", "nm", binary)) {
		if f := strings.Fields(line); len(f) >= 3 {
			code.symbols[f[len(f)-1]] = true
		}
	}
	var symbol string
	for line := range strings.Lines(run("tool", "objdump", "-s", "^"+regexp.QuoteMeta(packagePath), binary)) {
		f := strings.Fields(line)
		if len(f) >= 2 && f[0] == "TEXT" {
			symbol = strings.TrimSuffix(f[1], "(SB)")
		} else if len(f) >= 4 { // file:line, address, bytes, instruction
			address, err := strconv.ParseUint(f[1], 0, 64)
			if err != nil {
				t.Fatalf("not a line of a disassembly: %q", line)
			}
			code.functions[symbol] = append(code.functions[symbol], instruction{address, f[3], strings.Join(f[4:], " ")})
		}
	}
	return code
}

// complaints returns the faults of a kernel of any type: without a loop of its own, it times a call of the loop; with a call through a register or an ABI wrapper, it
// times that call, too; and it must have a direct call of a lookup exactly if the catalogue does not say that it inlines.
func (code machineCode) complaints(kernel any, inlines bool) (complaints []string) {
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	symbol := runtime.FuncForPC(reflect.ValueOf(kernel).Pointer()).Name()
	function := code.functions[symbol]
	if function == nil {
		return []string{"no machine code for " + symbol}
	}
	loops, calls := false, 0
	for _, i := range function {
		if target, err := strconv.ParseUint(i.args, 0, 64); err == nil && i.op[0] == 'J' && target < i.address {
			loops = true
		}
		if i.op != "CALL" {
			continue
		}
		callee, direct := strings.CutSuffix(i.args, "(SB)")
		switch {
		case !direct:
			complain("calls through %s", i.args)
		case strings.HasPrefix(callee, "runtime.panic") || strings.HasPrefix(callee, "runtime.morestack"):
			// On the way out, or once when the kernel begins.
		case strings.HasPrefix(callee, packagePath):
			complain("calls the loop: %s", callee)
		case code.symbols[callee+".abi0"]:
			complain("calls an ABI wrapper: %s", callee)
		default:
			calls++
		}
	}
	if !loops {
		complain("has no loop")
	}
	if (calls == 0) != inlines {
		complain("has %d direct calls, and the catalogue says that it inlines: %v", calls, inlines)
	}
	return complaints
}

// Every kernel is a loop around its inlined lookup, or around one direct call of it, as the catalogue says.
func TestKernelMachineCode(t *testing.T) {
	tiertest.Slow(t)
	code := disassemble(t)
	each(t, func(t *testing.T, e *Entry, m mode.Mode, p board.Piece, kernel any) {
		inlines := e.Inlines[p]
		if m == mode.Both || m == mode.BothLatency || m == mode.BatchBoth {
			inlines = e.Inlines[board.Rook] && e.Inlines[board.Bishop] && !e.CallsBoth
		}
		_, batch := kernel.(BatchKernel)
		own := batch && e.Batcher() != nil
		whole := m == mode.Setwise && e.Setter() != nil || m == mode.Incremental && e.StateCheck() != nil
		for _, complaint := range code.complaints(kernel, inlines && !own) {
			switch {
			case own && complaint == "has no loop":
				// The technique's own function holds the loop: one direct call, and no other.
			case whole && strings.Contains(complaint, "direct calls"):
				// Of sets at once and of states, the catalogue says nothing: there must be no call through a register.
			default:
				t.Error(complaint)
			}
		}
	})

	// That the test can fail: kernels written as they should not be.
	for _, c := range []struct {
		name    string
		kernel  any
		inlines bool
		want    string
	}{
		{"lookup in a variable", Kernel(func(q Questions) uint64 { return throughput(q, inVariable) }), true, "calls through"},
		{"lookup behind the interface", Kernel(func(q Questions) uint64 { return latency(q, behindInterface.Rook) }), true, "calls through"},
		{"literal of scaffold.Inline within another", Kernel(func(q Questions) uint64 {
			return throughput(q, func(s int, o uint64) uint64 { return scaffold.Inline(func() uint64 { return qbb.Rook(s, o) }) })
		}), true, "has 1 direct calls"},
		{"loop in a variable", Kernel(func(q Questions) uint64 { return loopInVariable(q, inVariable) }), true, "has no loop"},
		{"loop called", Kernel(func(q Questions) uint64 { return calledLoop(q) }), true, "calls the loop"},
		{"call not in the catalogue", wired["classical"].throughput[board.Rook], true, "has 1 direct calls"}, // classical.Rook is called, not inlined
		{"batch with the lookup in a variable", BatchKernel(func(a []uint64, q Questions) { batch(a, q, inVariable) }), true, "calls through"},
		{"call only in the catalogue", wired["magic"].throughput[board.Rook], false, "has 0 direct calls"}, // magic.Rook is inlined
	} {
		complaints := code.complaints(c.kernel, c.inlines)
		if !slices.ContainsFunc(complaints, func(s string) bool { return strings.Contains(s, c.want) }) {
			t.Errorf("%s: got complaints %q, want %q", c.name, complaints, c.want)
		}
	}
}

var (
	inVariable                = magic.Rook
	loopInVariable            = throughput
	behindInterface Technique = catalogue[0]
)

//go:noinline
func calledLoop(q Questions) uint64 {
	return throughput(q, func(s int, o uint64) uint64 { return magic.Rook(s, o) })
}
