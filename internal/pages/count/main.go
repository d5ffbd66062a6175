// Command count counts what a lookup costs, where others guess: the machine instructions that it executes, and how often and
// how much it reads from tables. It prints a file in Go's benchmark format; make counts writes docs/counts.txt.
//
// Instructions are counted by executing them one at a time. A process of its own, in which nothing else runs, is made to
// stop after each (PTRACE_SINGLESTEP) while a loop of mode throughput answers one question of the default corpus, and again
// while it answers that one and 128 more. The difference, divided by 128, is one turn of the loop: the question is loaded, looked up,
// and the answer is added to the checksum. What happens once is in both counts. The row noop is a turn without a lookup. A
// technique that answers nothing but batches is asked for one of 128 questions, and for one of 256. One that
// keeps a state from move to move has no such loop and is not counted.
//
// The counts are exact, and two runs of one program print the same. They are no times: an instruction that loads from a table and
// one that adds are both one, and so is one that works on eight questions at once.
//
// Only Linux on amd64 is supported.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"time"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/internal/atomicfile"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/mode"
)

const (
	questions = 128 // that are counted: a multiple of the lanes of any batch
	seed      = 1
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("count: ")
	if isTracee() {
		if err := beTraced(os.Args[2:]); err != nil {
			log.Fatal(err)
		}
		return
	}
	file := flag.String("o", "", "file to write (default: standard output)")
	flag.Parse()
	began := time.Now()
	text, err := count(rows())
	switch {
	case err != nil:
	case *file == "":
		_, err = os.Stdout.Write(text)
	default:
		err = atomicfile.Write(*file, text)
	}
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("counted in %v", time.Since(began).Round(time.Second))
}

// rows returns what is counted: the loop alone, and then all techniques.
func rows() []*techniques.Entry {
	return append(techniques.Controls()[:1:1], techniques.Catalogue()...)
}

// lookupsOf returns the lookups of all entries, except of those that are not what their name says on this machine.
func lookupsOf(entries []*techniques.Entry) (lookups []lookup) {
	for _, e := range entries {
		for _, p := range board.Pieces {
			if c := (lookup{e, p}); e.Available() == nil && c.pass() != nil {
				lookups = append(lookups, c)
			}
		}
	}
	return lookups
}

// count returns the file for entries.
func count(entries []*techniques.Entry) ([]byte, error) {
	lookups := lookupsOf(entries)
	q, err := asked()
	if err != nil {
		return nil, err
	}
	executed, err := instructions(lookups)
	if err != nil {
		return nil, err
	}
	text := fmt.Appendf(nil, "goos: %s\ngoarch: %s\ngoamd64: %s\ntoolchain: %s\ncorpus: %s\nquestions: %d\nseed: %d\n"+
		"Unit instructions/lookup better=lower assume=exact\nUnit reads/lookup better=lower assume=exact\nUnit bytes/lookup better=lower assume=exact\n",
		runtime.GOOS, runtime.GOARCH, machine.Detect().GOAMD64, runtime.Version(), corpus.Usual[0], questions, seed)
	for i, c := range lookups {
		reads, bytes := c.reads(q.Slice(1, 1+questions))
		text = fmt.Appendf(text, "%s 1 %.1f instructions/lookup %.1f reads/lookup %.1f bytes/lookup\n", c, executed[i], reads, bytes)
	}
	return text, nil
}

// asked returns the questions that everything is counted over, and as many once more for the second batch.
func asked() (techniques.Questions, error) {
	return corpus.New(corpus.Usual[0], 2*questions, seed)
}

// lookup is a technique and a piece.
type lookup struct {
	*techniques.Entry
	piece board.Piece
}

func (c lookup) String() string {
	return fmt.Sprintf("BenchmarkCount/technique=%s/piece=%v", c.Name, c.piece)
}

// pass returns the loop whose instructions are counted, nil where there is none.
func (c lookup) pass() func(q techniques.Questions) {
	if kernel := c.Kernel(mode.Throughput, c.piece); kernel != nil {
		return func(q techniques.Questions) { checksum = kernel(q) }
	}
	if batch := c.BatchKernel(mode.Batch, c.piece); batch != nil && c.BatchOnly() {
		return func(q techniques.Questions) { batch(answers[:len(q.Occs)], q) }
	}
	return nil
}

// Where answers go.
var (
	checksum uint64
	answers  [2 * questions]uint64
)

// passes returns what is asked first, and what is asked then, which is more by the questions that are counted.
func (c lookup) passes(q techniques.Questions) (first, second techniques.Questions) {
	if c.BatchOnly() {
		return q.Slice(0, questions), q
	}
	return q.Slice(0, 1), q.Slice(0, 1+questions)
}

// reads returns how often a lookup reads from its tables, and how many bytes, on average over questions.
func (c lookup) reads(q techniques.Questions) (reads, bytes float64) {
	for i, occ := range q.Occs {
		c.Reads(c.piece, int(q.Squares[i]), occ, func(_ unsafe.Pointer, n uintptr) {
			reads++
			bytes += float64(n)
		})
	}
	n := float64(len(q.Occs))
	return reads / n, bytes / n
}
