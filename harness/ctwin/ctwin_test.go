package ctwin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/harness"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/techniques"
)

func corpus(t testing.TB, n int) techniques.Questions {
	t.Helper()
	q, err := harness.NewCorpus(harness.Corpora[0], n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// startTwin skips where there is no compiler.
func startTwin(t testing.TB, q techniques.Questions) *Twin {
	t.Helper()
	twin, err := Start(t.Context(), q)
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { twin.Close() })
	return twin
}

func TestTwinsAnswerAlike(t *testing.T) {
	twin := startTwin(t, corpus(t, 5000))
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
	q := corpus(t, 5000)
	twin := startTwin(t, q)
	for _, c := range twin.Cells {
		want, answer := uint64(0), uint64(0)
		for i, occ := range q.Occs {
			if c.Mode != techniques.Latency {
				answer = 0
			}
			if c.Mode == techniques.Both {
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
	q := corpus(t, 100)
	twin := startTwin(t, q)
	twin.questions.Occs = append([]uint64{^q.Occs[0]}, q.Occs[1:]...)
	_, err := twin.Time(twin.Cells[0], 1, 0)
	if err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("other questions on either side: %v", err)
	}
	if _, err := Measure(twin, 1); err == nil {
		t.Error("Measure times loops that differ")
	}
}

func TestProtocolSurvivesGarbage(t *testing.T) {
	twin := startTwin(t, corpus(t, 10))
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
	twin := startTwin(t, corpus(t, 10))
	if err := twin.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if _, err := Measure(twin, 1); err == nil {
		t.Error("Measure works without a program")
	}
}

func TestNoCompilerIsNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Start(t.Context(), corpus(t, 10)); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("Start: %v, want %q", err, ErrNoCompiler)
	}
	if err := Run(t.Context(), corpus(t, 10), 1, io.Discard); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("Run: %v, want %q", err, ErrNoCompiler)
	}
}

func TestCompileErrorIsOneLine(t *testing.T) {
	for _, source := range []string{"int main(void) { return nothing; }", "no C at all", ""} {
		_, err := compile(t.Context(), t.TempDir(), []byte(source))
		if errors.Is(err, ErrNoCompiler) {
			t.Skip(err)
		}
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "error") {
			t.Errorf("%q: %v, want one line with the compiler's complaint", source, err)
		}
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	twin, err := Start(ctx, corpus(t, 10))
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := Measure(twin, 1_000_000); err == nil {
		t.Error("Measure goes on after the context has ended")
	}
	twin.Close()
}

// The twin's factors are found anew, as package fancymagic does not show its own: they must be the same.
func TestFactorsAreFancymagics(t *testing.T) {
	file, err := os.ReadFile("../../fancymagic/factors.go")
	if err != nil {
		t.Fatal(err)
	}
	set, err := fancymagicSet()
	if err != nil {
		t.Fatal(err)
	}
	rest := string(file)
	for i := range set.Entries {
		e := &set.Entries[i]
		_, after, found := strings.Cut(rest, fmt.Sprintf("0x%016x", e.Factor))
		if !found {
			t.Fatalf("%v: factor %#x is not where package fancymagic has it", e, e.Factor)
		}
		rest = after
	}
}

func TestRunPrintsEveryCell(t *testing.T) {
	q := corpus(t, 100)
	twin := startTwin(t, q)
	var out strings.Builder
	if err := Run(t.Context(), q, 1, &out); err != nil {
		t.Fatal(err)
	}
	const heading = 2
	if got, want := strings.Count(out.String(), "\n"), heading+len(twin.Cells); got != want {
		t.Errorf("%d lines, want %d:\n%s", got, want, out.String())
	}
	if err := Run(t.Context(), q, 0, &out); err == nil {
		t.Error("no error for zero rounds")
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

// Both lines of a cell come from pairs of Go and C, so each has the ratio. Time per op is that of all questions once.
func BenchmarkTwin(b *testing.B) {
	cpu, _ := machine.ChooseCPU()
	pin := func() {
		if cpu >= 0 {
			if err := machine.Pin(cpu); err != nil {
				b.Fatal(err)
			}
		}
	}
	pin()
	const questions = 65_536
	twin := startTwin(b, corpus(b, questions))
	for _, c := range twin.Cells {
		for _, lang := range []string{"go", "c"} {
			b.Run(fmt.Sprintf("%v/lang=%s", c, lang), func(b *testing.B) {
				pin() // a benchmark runs on a goroutine of its own
				repetitions := twin.Repetitions(c)
				var pairs []Pair
				for b.Loop() {
					p, err := twin.Time(c, repetitions, len(pairs))
					if err != nil {
						b.Fatal(err)
					}
					pairs = append(pairs, p)
				}
				r := summary(c, pairs)
				perLookup := r.Go.Median
				if lang == "c" {
					perLookup = r.C.Median
				}
				b.ReportMetric(perLookup, "ns/lookup")
				b.ReportMetric(perLookup*questions, "ns/op")
				b.ReportMetric(r.Ratio.Median, "go/c")
			})
		}
	}
}
