package techniques

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
)

// someQuestions returns questions of all densities.
func someQuestions(n int) (q Questions) {
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range n {
		occ := rng.Uint64()
		for range i % 4 {
			occ &= rng.Uint64()
		}
		q.Squares = append(q.Squares, uint8(rng.IntN(64)))
		q.Occs = append(q.Occs, occ)
	}
	return q
}

// mix adds an answer to a digest in which, other than in the kernels' checksums, order matters.
func mix(digest, answer uint64) uint64 { return digest*0x9e3779b97f4a7c15 + answer }

// answer is what a kernel's checksum should be for a single question.
func answer(e *Entry, mode Mode, p board.Piece, sq int, occ uint64) uint64 {
	if mode == Both || mode == BothLatency {
		return e.Rook(sq, occ) - e.Bishop(sq, occ)
	}
	return e.Attacks(p, sq, occ)
}

// pairs reports whether a technique is about rook and bishop together: the lookups of one of them are another technique's.
func pairs(e *Entry) bool { return e.Name == "dual" || e.Name == "dualsimd" }

func eachKernel(t *testing.T, check func(t *testing.T, e *Entry, mode Mode, p board.Piece, kernel Kernel)) {
	for _, e := range append(Catalogue(), Bounds()...) {
		for _, mode := range Modes {
			for _, p := range board.Pieces {
				kernel := e.Kernel(mode, p)
				alone := mode == Throughput || mode == Latency
				asked := alone && !(pairs(e) && p != board.Queen) || (mode == Both || mode == BothLatency) && p == board.Queen
				if want := asked && !e.BatchOnly(); (kernel != nil) != want {
					t.Errorf("%s, %s, %v: has a kernel is %v, want %v", e.Name, mode, p, kernel != nil, want)
				}
				if kernel != nil {
					t.Run(e.Name+"/"+string(mode)+"/"+p.String(), func(t *testing.T) { check(t, e, mode, p, kernel) })
				}
			}
		}
	}
}

// Every kernel gives the answers that its entry gives through the interface, in the same order.
func TestKernelAnswers(t *testing.T) {
	q := someQuestions(2000)
	eachKernel(t, func(t *testing.T, e *Entry, mode Mode, p board.Piece, kernel Kernel) {
		var got, want, sum uint64
		for i, occ := range q.Occs {
			a := answer(e, mode, p, int(q.Squares[i]), occ)
			want = mix(want, a)
			sum ^= a
			got = mix(got, kernel(q.Slice(i, i+1)))
		}
		if got != want {
			t.Errorf("question by question: digest %#x, want %#x", got, want)
		}
		if got := kernel(q); got != sum {
			t.Errorf("all questions: checksum %#x, want %#x", got, sum)
		}
		if got := kernel(Questions{}); got != 0 {
			t.Errorf("no questions: checksum %#x, want 0", got)
		}
	})
}

// With feedback let through, the latency kernels compute the chain in which each answer is part of the next question.
func TestLatencyFeedsBack(t *testing.T) {
	feedback = ^uint64(0)
	defer func() { feedback = 0 }()
	q := someQuestions(200)
	eachKernel(t, func(t *testing.T, e *Entry, mode Mode, p board.Piece, kernel Kernel) {
		if mode != Latency && mode != BothLatency {
			return
		}
		var got, want, unchained, chain, before uint64
		for i, occ := range q.Occs {
			sq := int(q.Squares[i])
			unchained = mix(unchained, answer(e, mode, p, sq, occ))
			asked := occ | chain
			chain = e.Attacks(p, sq, asked)
			if mode == BothLatency {
				rook, bishop := e.Both(sq, asked)
				chain = rook ^ bishop
			}
			want = mix(want, answer(e, mode, p, sq, asked))
			sum := kernel(q.Slice(0, i+1))
			got = mix(got, sum^before) // the checksum of one question more differs by its answer
			before = sum
		}
		if got != want {
			t.Errorf("digest %#x, want %#x", got, want)
		}
		if want == unchained {
			t.Error("the chain makes no difference to these questions")
		}
	})
}

// A kernel does not run past the shorter slice, nor does it answer half a corpus in silence.
func TestKernelsWantASquareForEachOccupancy(t *testing.T) {
	eachKernel(t, func(t *testing.T, _ *Entry, _ Mode, _ board.Piece, kernel Kernel) {
		defer func() {
			if recover() == nil {
				t.Error("no panic for a question without a square")
			}
		}()
		kernel(Questions{Squares: make([]uint8, 1, 1), Occs: make([]uint64, 2)})
	})
}

func eachBatchKernel(t *testing.T, check func(t *testing.T, e *Entry, mode Mode, p board.Piece, kernel BatchKernel)) {
	for _, e := range append(Catalogue(), Bounds()...) {
		for _, mode := range Modes {
			for _, p := range board.Pieces {
				kernel := e.BatchKernel(mode, p)
				asked := mode == Batch && !(pairs(e) && p != board.Queen) || mode == BatchBoth && p == board.Queen
				if want := asked && e.Name != "picked"; (kernel != nil) != want {
					t.Errorf("%s, %s, %v: has a batch kernel is %v, want %v", e.Name, mode, p, kernel != nil, want)
				}
				if kernel != nil {
					t.Run(e.Name+"/"+string(mode)+"/"+p.String(), func(t *testing.T) { check(t, e, mode, p, kernel) })
				}
			}
		}
	}
}

// A batch kernel sets the answers that its entry gives through the interface.
func TestBatchKernelAnswers(t *testing.T) {
	eachBatchKernel(t, func(t *testing.T, e *Entry, mode Mode, p board.Piece, kernel BatchKernel) {
		for _, n := range []int{0, 1, 7, 1000} {
			q := someQuestions(n)
			pieces := []board.Piece{p}
			if mode == BatchBoth {
				pieces = []board.Piece{board.Rook, board.Bishop}
			}
			got := make([]uint64, n*len(pieces))
			kernel(got, q)
			for k, p := range pieces {
				for i, occ := range q.Occs {
					if want := e.Attacks(p, int(q.Squares[i]), occ); got[k*n+i] != want {
						t.Fatalf("%v, question %d of %d: got %#x, want %#x", p, i, n, got[k*n+i], want)
					}
				}
			}
		}
	})
}

// A batch kernel does not answer half a batch in silence.
func TestBatchKernelsWantEqualLengths(t *testing.T) {
	eachBatchKernel(t, func(t *testing.T, _ *Entry, mode Mode, _ board.Piece, kernel BatchKernel) {
		answers := 2
		if mode == BatchBoth {
			answers = 4
		}
		for _, c := range []struct{ answers, squares, occs int }{{answers, 1, 2}, {answers - 1, 2, 2}} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("no panic for %d answers, %d squares, %d occupancies", c.answers, c.squares, c.occs)
					}
				}()
				kernel(make([]uint64, c.answers, c.answers), Questions{Squares: make([]uint8, c.squares, c.squares), Occs: make([]uint64, c.occs)})
			}()
		}
	})
}
