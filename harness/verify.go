package harness

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// crossDensities are the piece counts of the boards on which techniques are compared with each other.
var crossDensities = []string{"random0", "random2", "random4", "random8", "random16", "random24", "random32", "random48", "random63"}

const crossQuestions = 8192

// Wrong is a wrong answer of one technique.
type Wrong struct {
	Technique string
	*techniquestest.Mistake
}

func (w *Wrong) Error() string { return fmt.Sprintf("technique %s: %v", w.Technique, w.Mistake) }

// Verify proves techniques right: each by the conformance suite, then all of them against each other on random boards of
// several densities. It works on all processors, calls progress, one call at a time, whenever a part of the work is
// done, and returns one *Wrong for every technique that is wrong, joined.
func Verify(entries []*techniques.Entry, seed uint64, progress func(done, total int)) error {
	type part struct{ entry, sq int }
	var (
		mu     sync.Mutex
		done   int
		total  = 64 * len(entries)
		wrongs = make([]error, len(entries))
		parts  = make(chan part)
		wg     sync.WaitGroup
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for p := range parts {
				err := techniquestest.CheckSquare(entries[p.entry], p.sq, seed)
				mu.Lock()
				if err != nil && wrongs[p.entry] == nil {
					wrongs[p.entry] = wrong(entries[p.entry], err)
				}
				done++
				progress(done, total)
				mu.Unlock()
			}
		})
	}
	for entry := range entries {
		for sq := range 64 {
			parts <- part{entry, sq}
		}
	}
	close(parts)
	wg.Wait()
	if err := errors.Join(wrongs...); err != nil {
		return err
	}
	return crossCheck(entries, seed)
}

func wrong(e *techniques.Entry, err error) error {
	if mistake := (*techniquestest.Mistake)(nil); errors.As(err, &mistake) {
		return &Wrong{e.Name, mistake}
	}
	return fmt.Errorf("technique %s: %w", e.Name, err)
}

// crossCheck compares the digests of all answers of all techniques, and asks the walk who is wrong where they differ.
func crossCheck(entries []*techniques.Entry, seed uint64) error {
	for _, name := range crossDensities {
		q, err := NewCorpus(name, crossQuestions, seed)
		if err != nil {
			return err
		}
		for _, piece := range board.Pieces {
			var first uint64
			for i, e := range entries {
				digest := answers(q, func(sq int, occ uint64) uint64 { return e.Attacks(piece, sq, occ) })
				if i == 0 {
					first = digest
				}
				if digest == first {
					continue
				}
				for _, suspect := range []*techniques.Entry{entries[0], e} {
					if err := firstMistake(suspect, piece, q); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// firstMistake compares a technique with the walk, question by question.
func firstMistake(e *techniques.Entry, piece board.Piece, q techniques.Questions) error {
	for i, occ := range q.Occs {
		sq := int(q.Squares[i])
		got, want := e.Attacks(piece, sq, occ), board.Walk(piece, sq, occ)
		if got != want {
			return &Wrong{e.Name, &techniquestest.Mistake{Piece: piece, Square: sq, Occ: occ, Want: want, Got: got}}
		}
	}
	return nil
}
