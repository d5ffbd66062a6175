package ctwin

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// program compiles the C program once for all tests, into a folder that TestMain removes.
var (
	folder  string
	program = sync.OnceValues(func() (string, error) {
		file := filepath.Join(folder, "twin")
		if testing.Short() { // answers are the same, and gcc takes a tenth of the time
			return file, compile(context.Background(), sources, file, []string{"-O0", "-march=native"})
		}
		return file, Compile(context.Background(), file)
	})
)

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "ctwin"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// compiled returns the C program, and skips where there is no compiler.
func compiled(t testing.TB) string {
	t.Helper()
	tiertest.Slow(t)
	file, err := program()
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func startTwin(t testing.TB, questions int) *Twin {
	t.Helper()
	twin, err := Start(t.Context(), compiled(t), questions)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { twin.Close() })
	return twin
}

func TestTwinsAnswerAlike(t *testing.T) {
	twin := startTwin(t, 1500)
	if len(twin.Cells) == 0 {
		t.Fatal("no cells")
	}
	for _, c := range twin.Cells {
		for i := range 2 {
			if _, err := twin.Time(c, 1+i, i); err != nil {
				t.Error(err)
			}
		}
	}
}

// With a feedback of all ones every answer of a latency loop depends on all before it, so that this checks their order and
// that the loop of the twin really waits.
func TestLatencyFeedsBack(t *testing.T) {
	twin := startTwin(t, 1500)
	q := twin.questions
	for _, c := range twin.Cells {
		if c.Mode == mode.Incremental {
			continue // the moves are what is waited for, if anything
		}
		want, answer := uint64(0), uint64(0)
		for i, occ := range q.Occs {
			if c.Mode != mode.Latency {
				answer = 0
			}
			if c.Mode == mode.Both {
				want ^= c.Technique.Rook(int(q.Squares[i]), occ) - c.Technique.Bishop(int(q.Squares[i]), occ)
				continue
			}
			answer = c.Technique.Attacks(c.Piece, int(q.Squares[i]), occ|answer)
			want ^= answer
		}
		got, _, err := twin.run(c, 1, ^uint64(0))
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%v: checksum %016x, want %016x", c, got, want)
		}
	}
}

func TestDifferenceIsFound(t *testing.T) {
	twin := startTwin(t, 100)
	twin.questions.Occs[0] ^= ^uint64(0)
	_, err := twin.Time(twin.Cells[0], 1, 0)
	if err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("other questions on either side: %v", err)
	}
}

func TestProtocolSurvivesGarbage(t *testing.T) {
	twin := startTwin(t, 10)
	for _, line := range []string{
		"",
		"noop",
		"noop rook throughput 1",
		"noop rook throughput 1 0 0",
		"noop rook throughput 0 0",
		"noop rook throughput -1 0",
		"noop rook throughput 99999999999999999999999 0",
		"noop rook throughput 1 g",
		"magik rook throughput 1 0",
		"noop knight throughput 1 0",
		"noop rook both 1 0",
		"noop rook batch 1 0",
		"noop\x00 rook throughput 1 0",
		strings.Repeat("x", 100_000),
		strings.Repeat("noop ", 1000) + "rook throughput 1 0",
	} {
		reply, err := twin.ask(line)
		if err != nil {
			t.Fatalf("%.40q: %v", line, err)
		}
		if !strings.HasPrefix(reply, "error") {
			t.Errorf("%.40q: answer %q, want an error", line, reply)
		}
		if _, _, err := parseReply(reply); err == nil {
			t.Errorf("%.40q: the answer %q passes for a result", line, reply)
		}
	}
	if _, _, err := twin.run(twin.Cells[0], 1, 0); err != nil {
		t.Errorf("after garbage: %v", err)
	}
}

func TestDeadTwinIsAnError(t *testing.T) {
	twin := startTwin(t, 10)
	if err := twin.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if _, err := twin.Time(twin.Cells[0], 1, 0); err == nil {
		t.Error("Time works without a program")
	}
}

func TestNoCompilerIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := Compile(t.Context(), filepath.Join(t.TempDir(), "twin")); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("Compile: %v, want %q", err, ErrNoCompiler)
	}
}

func TestCompileErrorIsOneLine(t *testing.T) {
	tiertest.Slow(t)
	for _, source := range []string{"int main(void) { return nothing; }", "no C at all", ""} {
		files := fstest.MapFS{"c/twin.c": {Data: []byte(source)}}
		err := compile(t.Context(), files, filepath.Join(t.TempDir(), "twin"), Flags)
		if errors.Is(err, ErrNoCompiler) {
			t.Skip(err)
		}
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "error") {
			t.Errorf("%q: %v, want one line with the compiler's complaint", source, err)
		}
	}
}

func TestTwinEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	twin, err := Start(ctx, compiled(t), 10)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := twin.Time(twin.Cells[0], maxRepetitions, 0); err == nil {
		t.Error("Time goes on after the context has ended")
	}
	twin.Close()
}

// What is written for the C program is what stands in the packages' sources: the factors of fancymagic, of which each entry
// has its own, and the one factor of torus and words16, which C has as a constant.
func TestFactsAreThoseOfThePackages(t *testing.T) {
	factor := regexp.MustCompile(`0x[0-9a-f]{16}`)
	read := func(file string) string {
		text, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	factors := factor.FindAllString(read("../../fancymagic/factors.go"), -1)
	var got []string
	for _, f := range facts() {
		if f.name == "fancymagic/rook/0" || f.name == "fancymagic/bishop/0" {
			const entry, at = 32, 8 // bytes
			for ; len(f.bytes) >= entry; f.bytes = f.bytes[entry:] {
				got = append(got, fmt.Sprintf("0x%016x", binary.NativeEndian.Uint64(f.bytes[at:])))
			}
		}
	}
	if !slices.Equal(got, factors) {
		t.Errorf("package fancymagic has other factors than are written: %d and %d of them", len(factors), len(got))
	}
	constant := regexp.MustCompile(`TORUS_FACTOR UINT64_C\((0x[0-9a-f]{16})\)\n#define TORUS_SHIFT (\d+)`).
		FindStringSubmatch(read("c/fancymagic.h"))
	if constant == nil {
		t.Fatal("no factor in c/fancymagic.h")
	}
	for _, file := range []string{"../../fancymagic/torus/factors.go", "../../fancymagic/words16/factors.go"} {
		want := fmt.Sprintf("rookFactor = %s\n\trookShift  = %s\n", constant[1], constant[2])
		if !strings.Contains(read(file), want) {
			t.Errorf("%s has another factor than c/fancymagic.h: no %q", file, want)
		}
	}
}

// Facts are what does not depend on the occupancy, and nothing behind it.
func TestFactsAreConstant(t *testing.T) {
	var names []string
	for _, f := range facts() {
		names = append(names, f.name)
	}
	for name, want := range map[string]bool{
		"fancymagic/rook/0": true, "fancymagic/rook/1": false, // the entry; the word
		"persquare/bishop/2": true, "persquare/bishop/4": false, // the shift; the word
		"overlay/bishop/1": true, "overlay/bishop/2": false, // the filled squares; the word
		"sherwin/rook/0": false, // the row of an occupancy
	} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s is a fact: %v, want %v", name, !want, want)
		}
	}
}

// Every technique that answers single questions and is in published results has a twin, or a reason why not.
func TestEveryTechniqueHasATwin(t *testing.T) {
	twin := startTwin(t, 10)
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		if c := (Cell{e, board.Queen, mode.Throughput}); !c.inGo() && e.BatchOnly() || e.Available() != nil {
			continue
		}
		has := slices.ContainsFunc(twin.Cells, func(c Cell) bool { return c.Technique.Name == e.Name })
		switch reason := Without[e.Name]; {
		case has != (reason != ""):
		case reason == "" && !resultstest.Published("../../results", e.Name):
			t.Logf("%s has no twin in harness/ctwin/c yet: results of it need one, or a reason in Without", e.Name)
		default:
			t.Errorf("%s has a twin: %v; and a reason for none: %q", e.Name, has, reason)
		}
	}
}

func FuzzParseReply(f *testing.F) {
	for _, seed := range []string{"00000000000000ff 12", "", " ", "error no such kernel", "ff -1", "ff 99999999999999999999", "1 2 3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		sum, spent, err := parseReply(line)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		if spent < 0 {
			t.Errorf("%q: negative time %v", line, spent)
		}
		again, _, err := parseReply(fmt.Sprintf("%016x %d", sum, spent.Nanoseconds()))
		if again != sum || err != nil {
			t.Errorf("%q: %x comes back as %x, %v", line, sum, again, err)
		}
	})
}

// Every cell that both sides have is measured: of detailed techniques in full, of others for queens, and only detailed ones where that is
// asked for.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("times every cell")
	}
	file := compiled(t)
	cpu, _ := machine.ChooseCPU()
	var all, detailed bytes.Buffer
	for out, only := range map[*bytes.Buffer]bool{&all: false, &detailed: true} {
		if err := Measure(t.Context(), Options{file, cpu, 64, only}, out); err != nil {
			t.Fatal(err)
		}
	}
	line := regexp.MustCompile(`(?m)^Benchmark(Twin|Queen)/technique=\w+/piece=(rook|bishop|queen)/mode=\w+\t +10\t.*\bc-ns/lookup\b.*\bgo/c\b.*\bns/lookup$`)
	for _, out := range []*bytes.Buffer{&all, &detailed} {
		if got, want := len(line.FindAll(out.Bytes(), -1)), bytes.Count(out.Bytes(), []byte("\n")); got != want || got == 0 {
			t.Errorf("%d of %d lines are benchmark lines:\n%s", got, want, out)
		}
	}
	if bytes.Contains(detailed.Bytes(), []byte("BenchmarkQueen")) || !bytes.Contains(all.Bytes(), []byte("BenchmarkQueen")) ||
		!bytes.Contains(detailed.Bytes(), []byte("BenchmarkTwin/technique=fancymagic/piece=rook/mode=latency")) {
		t.Errorf("detailed techniques:\n%s\nall:\n%s", &detailed, &all)
	}
}
