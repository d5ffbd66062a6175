package workload

import (
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// init adds the mode pressure: lookups in groups, between which other data crowd the caches. Programs on other processors use the outer caches as well, so its noise is
// large, and it is measured only on request. The control noop shows the time of touching those data alone.
func init() {
	add(Spec{
		Mode: mode.Pressure, Kind: corpus.Crowd, Corpora: corpus.UsualCrowds, Defaults: 1, Pieces: []board.Piece{board.Queen},
		Repeats: true, ComparesLanguages: grid.DefaultCrowd,
		has:     func(e *techniques.Entry, c grid.Cell) bool { return e.Kernel(mode.Throughput, c.Piece) != nil },
		prepare: preparePressure,
	})
}

// preparePressure proves the answers like those of mode throughput, and returns the work to time.
func preparePressure(x *Corpora, code Code, c grid.Cell) (*Workload, error) {
	pressure, err := corpus.ParsePressure(c.Corpus)
	if err != nil {
		return nil, err
	}
	asked, err := x.questions(grid.DefaultCorpus, c.Piece)
	if err != nil {
		return nil, err
	}
	w, err := asked.prove(code, c, code.PressureKernel(c.Piece, pressure, asked.Corpus))
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

// lineWords is the number of words in a cache line. Lines of 128 bytes, as some processors have, are touched as two.
const lineWords = 8

// crowd is the data that crowds the caches, all of it zero.
type crowd struct {
	table   []uint64 // a power of two of lines, of which some are touched at random
	weights []uint64 // streamed
	last    uint64   // random number
}

// touch reads some lines of the table and streams through the weights. It returns the OR of all words read: zero, which the compiler cannot know.
func (c *crowd) touch(p corpus.Pressure) (read uint64) {
	mask := uint64(len(c.table)/lineWords - 1)
	for range p.Lines {
		c.last = c.last*0xd1342543de82ef95 + 1       // a linear congruence modulo 2^64, of full period
		read |= c.table[(c.last>>32&mask)*lineWords] // by upper bits: the lowest bits of a congruence repeat soon
	}
	weights := c.weights[:p.KiB<<10/8] // words of 8 bytes
	for i := 0; i < len(weights); i += lineWords {
		read |= weights[i]
	}
	return read
}

// mostKiB is the most KiB that may be streamed, as ParsePressure limits it.
const mostKiB = 16 << 10

// crowds returns the data for a table of so many MiB, rounded up to a power of two: the same as in the last call if the table has the same size.
var crowds = func() func(mib int) *crowd {
	var mutex sync.Mutex
	var last *crowd
	return func(mib int) *crowd {
		mutex.Lock()
		defer mutex.Unlock()
		size := 1 << 17 // words in a MiB
		for size < mib<<17 {
			size *= 2
		}
		if last == nil || len(last.table) != size {
			last = &crowd{table: zeros(size), weights: zeros(mostKiB << 10 / 8)}
		}
		return last
	}
}()

// zeros returns n zeros in memory that was written to: pages never written may all be one page of the system.
func zeros(n int) []uint64 {
	words := make([]uint64, n)
	for i := range words {
		words[i] = 1
	}
	clear(words)
	return words
}
