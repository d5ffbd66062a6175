package ctwin

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/techniques"
)

func randomQuestions(n int) techniques.Questions {
	rng := rand.New(rand.NewPCG(1, 16))
	q := techniques.Questions{Squares: make([]uint8, n), Occs: make([]uint64, n)}
	for i := range n {
		q.Squares[i] = uint8(rng.UintN(64))
		q.Occs[i] = rng.Uint64() & rng.Uint64() // 16 pieces on average
	}
	return q
}

func start(t testing.TB, q techniques.Questions) *Twin {
	t.Helper()
	twin, err := Start(context.Background(), q)
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := twin.Close(); err != nil {
			t.Error(err)
		}
	})
	return twin
}

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
	twin := start(b, randomQuestions(questions))
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
