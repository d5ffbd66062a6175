package techniques_test

import (
	"math"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

// plain are the modes of a plain benchmark; with -short, only the first.
var plain = []mode.Mode{mode.Throughput, mode.Latency, mode.Both}

// BenchmarkAttacks times the loops that slidebench bench times, for queens, under the same names. It neither looks for other programs on the core nor
// links anew in rounds, so it is for a first look: docs/measuring.md says when to trust it.
func BenchmarkAttacks(b *testing.B) {
	x := &workload.Corpora{Questions: 1 << 16, Seed: 1}
	modes := plain
	if testing.Short() {
		modes = plain[:1]
	}
	for _, e := range techniques.Catalogue() {
		for _, m := range modes {
			c := grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: string(m), Corpus: grid.DefaultCorpus}
			if spec, err := workload.Of(c); err != nil || !spec.Has(e, c) {
				continue
			}
			b.Run(c.String()[len("BenchmarkAttacks/"):], func(b *testing.B) {
				if err := e.Available(); err != nil {
					b.Skip("SKIP: ", err)
				}
				timed(b, x, e, c)
			})
		}
	}
}

// timed proves a cell's answers, and times as many of its questions as the benchmark wants.
func timed(b *testing.B, x *workload.Corpora, e *techniques.Entry, c grid.Cell) {
	e.Fill()
	w, err := x.Prove(workload.Go(e), c)
	if err != nil {
		b.Fatal(err)
	}
	before := machine.Canary()
	b.ResetTimer()
	for left := b.N; left > 0; left -= w.Units {
		sink ^= w.Do(0, min(left, w.Units))
	}
	b.StopTimer()
	clock := (before.Clock + machine.Canary().Clock) / 2
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*clock, "cycles/"+mode.Mode(c.Mode).Per())
}

var sink uint64

// Plain benchmarks order techniques as slidebench bench does, where they lie far apart on every processor: by the square, by lines, by one table.
func TestPlainBenchmarks(t *testing.T) {
	tiertest.Long(t)
	x := &workload.Corpora{Questions: 1 << 12, Seed: 1}
	controls := techniques.Controls()
	walk := controls[slices.IndexFunc(controls, func(e *techniques.Entry) bool { return e.Name == "walk" })]
	found, err := techniques.Find("classical", "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	slower := math.Inf(1)
	for _, e := range []*techniques.Entry{walk, found[0], found[1]} {
		c := grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: string(mode.Throughput), Corpus: grid.DefaultCorpus}
		lowest := math.Inf(1)
		for range 3 {
			r := testing.Benchmark(func(b *testing.B) { timed(b, x, e, c) })
			lowest = min(lowest, float64(r.T.Nanoseconds())/float64(r.N))
		}
		if lowest >= slower {
			t.Errorf("%s takes %.3g ns, and the slower one before it %.3g", e.Name, lowest, slower)
		}
		slower = lowest
	}
}
