// Package verify proves all techniques in this program right, on all processors, and compares them with each other. The exams are in techniques/conform.
package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
)

// crossDensities are the piece counts of the boards on which techniques are compared with each other.
var crossDensities = []string{"random0", "random2", "random4", "random8", "random16", "random24", "random32", "random48", "random63"}

const crossQuestions = 8192 // for each of these densities

// WrongAnswer is a wrong answer of one technique.
type WrongAnswer struct {
	Technique string
	*conform.Mistake
}

func (w *WrongAnswer) Error() string { return fmt.Sprintf("technique %s: %v", w.Technique, w.Mistake) }

// Verify proves one or more techniques right: each by the conformance suite, its batches, sets and moves by suites of their own, then all against each other on random boards
// of several densities. It works on all processors, and calls progress, one call at a time, whenever a part is done. It returns a joined error for each wrong technique:
// the mistake on the lowest square, a *WrongAnswer, or else another mistake.
func Verify(all []workload.Candidate, seed uint64, progress func(done, total int)) error {
	s := &outcome{all: all, progress: progress}
	proofs, ended := s.proofs(seed), make(chan bool)
	go func() {
		inParallel(proofs)
		close(ended)
	}()
	if err := s.watch(ended); err != nil {
		return err
	}
	var wrongs []error
	for i, c := range all {
		if err := cmp.Or(s.found[i]...); err != nil {
			wrongs = append(wrongs, wrong(c.Name, err))
		}
	}
	if wrongs != nil {
		return errors.Join(wrongs...)
	}
	return crossCheck(all, seed)
}

// wrong returns an error of a technique's exam with the technique's name: for a wrong answer a *WrongAnswer, whose mistake names the likely cause.
func wrong(name string, err error) error {
	conform.Diagnose(err, nil)
	if mistake := (*conform.Mistake)(nil); errors.As(err, &mistake) {
		return &WrongAnswer{name, mistake}
	}
	return fmt.Errorf("technique %s: %w", name, err)
}

// outcome has the techniques under proof, and collects the outcomes.
type outcome struct {
	all      []workload.Candidate
	progress func(done, total int)

	mu          sync.Mutex
	done, total int
	begun       int       // the candidate whose part was begun last
	found       [][]error // by candidate: 64 errors for the slider's squares, then an error for each mode with a proof of its own; nil where right
}

// proofs returns the parts of the work as functions, the longest first.
func (s *outcome) proofs(seed uint64) (proofs []func()) {
	shared := workload.NewProofs(seed)
	add := func(candidate int, proof func() error) {
		place := len(s.found[candidate])
		s.found[candidate] = append(s.found[candidate], nil)
		proofs = append(proofs, func() {
			s.begin(candidate)
			s.finish(candidate, place, proof())
		})
	}
	for i, c := range s.all {
		s.found = append(s.found, make([]error, 64))
		for _, m := range workload.All {
			if proof := m.Proof(shared, c); proof != nil {
				add(i, proof)
			}
		}
	}
	s.total = 64*len(s.all) + len(proofs)
	for sq := range 64 {
		proofs = append(proofs, func() {
			exam := conform.NewExam(sq, seed)
			for i, c := range s.all {
				s.begin(i)
				s.finish(i, sq, exam.Check(c.Technique))
			}
		})
	}
	return proofs
}

// patience is the longest time for a part of the work, which takes seconds at most. Emulated machines, whose clocks are coarse, get machine.Stretch times as long.
var patience = 2 * time.Minute

// watch waits for the end of all proofs. If no part ends within patience, it returns an error: all processors are then stuck in lookups.
func (s *outcome) watch(ended <-chan bool) error {
	limit := patience * time.Duration(machine.Stretch())
	tick := time.NewTicker(limit)
	defer tick.Stop()
	for before := -1; ; {
		select {
		case <-ended:
			return nil
		case <-tick.C:
		}
		s.mu.Lock()
		done, begun := s.done, s.begun
		s.mu.Unlock()
		if done == before {
			return fmt.Errorf("technique %s: no answer within %v", s.all[begun].Name, limit)
		}
		before = done
	}
}

// begin notes the technique of the part that begins, to name it if nothing ends any more.
func (s *outcome) begin(candidate int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun = candidate
}

// finish notes the outcome of a part, nil if it is right.
func (s *outcome) finish(candidate, place int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found[candidate][place] = err
	s.done++
	s.progress(s.done, s.total)
}

// inParallel calls functions on all processors, begun in their order.
func inParallel(calls []func()) {
	next := make(chan func())
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for call := range next {
				call()
			}
		})
	}
	for _, call := range calls {
		next <- call
	}
	close(next)
	wg.Wait()
}

// Command is the sub-command of slidebench that runs Verify.
const Command = "verify"

// Anew runs a program's verify command in a new process: techniques choose their forms at start, by the features that are not hidden.
func Anew(ctx context.Context, program string, names []string, seed uint64) error {
	args := []string{Command, "--seed", fmt.Sprint(seed)}
	for _, name := range names {
		args = append(args, "--technique", name)
	}
	cmd := process.Tool(ctx, program, args...)
	err := cmd.Run()
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() == 1: // a technique is wrong: see cli.No, and cli.Execute for the words before the mistake
		_, mistake, _ := strings.Cut(cmd.Said.String(), "slidebench: ")
		return &WrongAnew{strings.TrimSpace(mistake)}
	case err != nil:
		return fmt.Errorf("proving once more: %w: %s", err, cmd.Said.Error())
	}
	return nil
}

// WrongAnew is the error of Anew about wrong techniques, with the text that the new process has printed.
type WrongAnew struct{ Said string }

func (w *WrongAnew) Error() string { return w.Said }

// crossCheck compares the answers of all techniques, for rooks and bishops, with the first one's. Where they differ, it asks the walk which technique is wrong.
func crossCheck(all []workload.Candidate, seed uint64) error {
	for _, name := range crossDensities {
		q, err := corpus.New(name, crossQuestions, seed)
		if err != nil {
			return err
		}
		for _, piece := range []board.Piece{board.Rook, board.Bishop} {
			first := corpus.Answers(q, lookup(all[0], piece))
			for _, c := range all[1:] {
				if slices.Equal(corpus.Answers(q, lookup(c, piece)), first) {
					continue
				}
				return errors.Join(firstMistake(all[0], piece, q), firstMistake(c, piece, q))
			}
		}
	}
	return nil
}

// lookup returns a technique's function for a rook or a bishop.
func lookup(c workload.Candidate, piece board.Piece) func(sq int, occ uint64) uint64 {
	if piece == board.Rook {
		return c.Rook
	}
	return c.Bishop
}

// firstMistake returns a technique's first answer that differs from the walk's, nil if none does.
func firstMistake(c workload.Candidate, piece board.Piece, q techniques.Questions) error {
	lookup := lookup(c, piece)
	for i, occ := range q.Occs {
		sq := int(q.Squares[i])
		got, want := lookup(sq, occ), board.Walk(piece, sq, occ)
		if got != want {
			return &WrongAnswer{c.Name, &conform.Mistake{Piece: piece, Square: sq, Occ: occ, Want: want, Got: got}}
		}
	}
	return nil
}
