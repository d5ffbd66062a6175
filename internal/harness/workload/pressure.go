package workload

import (
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// pressure has lookups in groups, between which other data crowd the caches. Programs on other processors use the outer caches as well, so its noise
// is large, and it is measured only where it is asked for. The control noop shows the time of touching those data alone.
func init() {
	add(Spec{
		Mode: mode.Pressure, Kind: corpus.Crowd, Corpora: corpus.UsualCrowds, Defaults: 1, Pieces: []board.Piece{board.Queen},
		Repeats: true, ComparesLanguages: grid.DefaultCrowd,
		has:     func(e *techniques.Entry, c grid.Cell) bool { return e.Kernel(mode.Throughput, c.Piece) != nil },
		prepare: preparePressure,
	})
}

// preparePressure proves the answers as those of mode throughput.
func preparePressure(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	pressure, err := corpus.ParsePressure(c.Corpus)
	if err != nil {
		return nil, err
	}
	exam, err := x.questions(grid.DefaultCorpus, c.Piece)
	if err != nil {
		return nil, err
	}
	w, err := exam.prove(code, c, code.PressureKernel(c.Piece, pressure, exam.Corpus))
	if err != nil {
		return nil, err
	}
	// Slices begin with a group.
	questions, do := w.Units, w.Do
	w.Units = (questions + corpus.Group - 1) / corpus.Group
	w.Do = func(i, j int) uint64 { return do(i*corpus.Group, min(j*corpus.Group, questions)) }
	return w, nil
}

// PressureKernel returns the loop for a piece under pressure.
func (g inGo) PressureKernel(p board.Piece, pressure corpus.Pressure, q Corpus[techniques.Questions]) Loop {
	kernel := g.Entry.Kernel(mode.Throughput, p)
	return func(i, j int) (sum uint64) {
		crowd := crowds(pressure.MiB)
		for ; i < j; i += corpus.Group {
			sum ^= kernel(q.All.Slice(i, min(i+corpus.Group, j)))
			sum ^= crowd.touch(pressure)
		}
		return sum
	}
}

// lineWords is the size of a cache line in words. Lines of 128 bytes, as on some processors, are touched as two.
const lineWords = 8

// crowd is the data that crowds the caches, all of it zero.
type crowd struct {
	table   []uint64 // a power of two of lines, of which some are touched at random
	weights []uint64 // streamed
	last    uint64   // random number
}

// touch reads some lines of the table and streams through the weights, and returns all that it read, joined by OR. That is zero, which the compiler cannot know.
func (c *crowd) touch(p corpus.Pressure) (read uint64) {
	mask := uint64(len(c.table)/lineWords - 1)
	for range p.Lines {
		c.last = c.last*0xd1342543de82ef95 + 1 // a linear congruence modulo 2^64, of full period
		read |= c.table[(c.last>>32&mask)*lineWords]
	}
	weights := c.weights[:p.KiB<<10/8]
	for i := 0; i < len(weights); i += lineWords {
		read |= weights[i]
	}
	return read
}

// mostKiB is how much may be streamed, as ParsePressure allows it.
const mostKiB = 16 << 10

// crowds makes the data for a size of the table, and keeps only the newest.
var crowds = func() func(mib int) *crowd {
	var mutex sync.Mutex
	var kept *crowd
	return func(mib int) *crowd {
		mutex.Lock()
		defer mutex.Unlock()
		size := 1 << 17
		for size < mib<<17 {
			size *= 2
		}
		if kept == nil || len(kept.table) != size {
			kept = &crowd{table: zeros(size), weights: zeros(mostKiB << 10 / 8)}
		}
		return kept
	}
}()

// zeros returns memory that was written to: pages that never were may all be one and the same.
func zeros(n int) []uint64 {
	words := make([]uint64, n)
	for i := range words {
		words[i] = 1
	}
	clear(words)
	return words
}
