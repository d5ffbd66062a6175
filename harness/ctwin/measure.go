package ctwin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Options say what Measure measures.
type Options struct {
	Program   string // that Compile has made
	CPU       int    // that Go and C stay on
	Questions int
	Detailed  bool // only the techniques that Detailed names
}

// samples is how many pairs are timed of each cell.
const samples = 10

// Measure times pairs of Go and C and writes a benchmark line for each cell: BenchmarkTwin for every piece and mode of the techniques that
// Detailed names, BenchmarkQueen for a queen's lookups of all others. An op is all questions once.
func Measure(ctx context.Context, o Options, out io.Writer) error {
	if err := machine.Pin(o.CPU); err == nil {
		defer runtime.UnlockOSThread()
	} else if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	twin, err := Start(ctx, o.Program, o.Questions)
	if err != nil {
		return err
	}
	defer twin.Close()
	for _, c := range twin.Cells {
		name := "BenchmarkTwin"
		if !slices.Contains(Detailed, c.Technique.Name) {
			if name = "BenchmarkQueen"; o.Detailed || c.Piece != board.Queen || c.Mode == mode.Both || c.Mode == mode.Batch {
				continue
			}
		}
		line, err := twin.measure(c)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s/%v\t%s\n", name, c, line); err != nil {
			return err
		}
	}
	return nil
}

// measure returns a cell's benchmark line without its name.
func (t *Twin) measure(c Cell) (string, error) {
	repetitions := t.Repetitions(c)
	var pairs []Pair
	for i := range samples {
		p, err := t.Time(c, repetitions, i)
		if err != nil {
			return "", err
		}
		pairs = append(pairs, p)
	}
	quickest := Quickest(pairs)
	return testing.BenchmarkResult{
		N: samples, T: time.Duration(samples * quickest.Go * float64(len(t.questions.Occs))),
		Extra: map[string]float64{"ns/lookup": quickest.Go, "c-ns/lookup": quickest.C, "go/c": quickest.Go / quickest.C},
	}.String(), nil
}
