package techniques_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
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
		if m == mode.Both {
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
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*clock, "cycles/"+m.Per())
}

var sink uint64

// Plain benchmarks order techniques as slidebench bench does, where they lie far apart on every processor: by the square, by lines, by one table.
func TestPlainBenchmarks(t *testing.T) {
	tiertest.Long(t)
	controls := techniques.Controls()
	walk := controls[slices.IndexFunc(controls, func(e *techniques.Entry) bool { return e.Name == "walk" })]
	found, err := techniques.Find("classical", "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	slower := math.Inf(1)
	for _, e := range []*techniques.Entry{walk, found[0], found[1]} {
		lowest := math.Inf(1)
		for range 3 {
			r := testing.Benchmark(func(b *testing.B) { timed(b, e, mode.Throughput, 1<<12) })
			lowest = min(lowest, float64(r.T.Nanoseconds())/float64(r.N))
		}
		if lowest >= slower {
			t.Errorf("%s takes %.3g ns, and the slower one before it %.3g", e.Name, lowest, slower)
		}
		slower = lowest
	}
}
