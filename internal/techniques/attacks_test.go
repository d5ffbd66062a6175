package techniques_test

import (
	"flag"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/results"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// plain are the modes of a plain benchmark; with -short, only the first.
var plain = []mode.Mode{mode.Throughput, mode.Latency, mode.Both}

// BenchmarkAttacks times the loops that slidebench bench times, for queens and the same questions, under the same names. It neither looks for other programs
// on the core nor links anew in rounds, so it is for a first look: docs/measuring.md says when to trust it.
func BenchmarkAttacks(b *testing.B) {
	modes := plain
	if testing.Short() {
		modes = plain[:1]
	}
	for _, e := range techniques.Catalogue() {
		for _, m := range modes {
			if e.Kernel(m, board.Queen) == nil {
				continue
			}
			b.Run(fmt.Sprintf("technique=%s/piece=queen/mode=%s/corpus=%s", e.Name, m, grid.DefaultCorpus), func(b *testing.B) {
				if err := e.Available(); err != nil {
					b.Skip("SKIP: ", err)
				}
				timed(b, e, m, 1<<16)
			})
		}
	}
}

// timed proves a technique's answers to questions, and times as many of them as the benchmark wants.
func timed(b *testing.B, e *techniques.Entry, m mode.Mode, questions int) {
	e.Fill()
	q, err := corpus.New(grid.DefaultCorpus, questions, 1)
	if err != nil {
		b.Fatal(err)
	}
	want := uint64(0)
	for i, occ := range q.Occs {
		rook, bishop := board.Walk(board.Rook, int(q.Squares[i]), occ), board.Walk(board.Bishop, int(q.Squares[i]), occ)
		if m == mode.Both { // the checksum of its loop is of differences
			want ^= rook - bishop
		} else {
			want ^= rook | bishop
		}
	}
	kernel := e.Kernel(m, board.Queen)
	if got := kernel(q); got != want {
		b.Fatalf("checksum %#x of all answers, want %#x", got, want)
	}
	before := machine.Canary()
	b.ResetTimer()
	for left := b.N; left > 0; left -= questions {
		sink ^= kernel(q.Slice(0, min(left, questions)))
	}
	b.StopTimer()
	clock := (before.Clock + machine.Canary().Clock) / 2
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*clock, "cycles/"+m.Per()) // clock: GHz
}

var sink uint64 // keeps the compiler from leaving out the loop

// Plain benchmarks order two techniques as slidebench bench does, where bench finds that one takes at least twice as long. Of ten short tries the fastest counts: it
// fits between the turns of other programs.
func TestPlainBenchmarks(t *testing.T) {
	tiertest.Long(t)
	names := []string{"classical", "koggestone", "quintessence", "fancymagic"}
	raw := filepath.Join(t.TempDir(), "raw.txt")
	bench := exec.CommandContext(t.Context(), "go", "run", "../../cmd/slidebench", "bench", "--technique", strings.Join(names, ","), "--piece", "queen", "--mode", "throughput", "--rounds", "6", "--time", "1ms", "-o", raw)
	if text, err := bench.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	f, err := results.Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	found, err := techniques.Find(names...)
	if err != nil {
		t.Fatal(err)
	}
	given := flag.Lookup("test.benchtime").Value.String()
	defer flag.Set("test.benchtime", given)
	if err := flag.Set("test.benchtime", "4096x"); err != nil { // each of the questions below once
		t.Fatal(err)
	}
	nanoseconds, cycles := map[string]float64{}, map[string]float64{} // of a lookup by name: in the plain benchmark, and by bench
	for _, e := range found {
		nanoseconds[e.Name] = math.Inf(1)
		for range 10 {
			r := testing.Benchmark(func(b *testing.B) { timed(b, e, mode.Throughput, 1<<12) })
			nanoseconds[e.Name] = min(nanoseconds[e.Name], float64(r.T.Nanoseconds())/float64(r.N))
		}
		cycles[e.Name] = f.Table(f.Targets()[0], board.Queen, mode.Throughput, grid.DefaultCorpus).Find(e.Name).Time().Median
	}
	compared := 0
	for _, slow := range names {
		for _, fast := range names {
			if cycles[slow] < 2*cycles[fast] {
				continue
			}
			if compared++; nanoseconds[slow] <= nanoseconds[fast] {
				t.Errorf("%s takes %.3g ns, and %s %.3g; by bench %.3g and %.3g cycles", slow, nanoseconds[slow], fast, nanoseconds[fast], cycles[slow], cycles[fast])
			}
		}
	}
	if compared == 0 {
		t.Errorf("bench finds no two techniques far apart: %v", cycles)
	}
}
