package techniques

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques/mode"
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

// answer returns the checksum that a kernel should give for a single question.
func answer(e *Entry, m mode.Mode, p board.Piece, sq int, occ uint64) uint64 {
	if m == mode.Both || m == mode.BothLatency {
		return e.Rook(sq, occ) - e.Bishop(sq, occ)
	}
	return e.Attacks(p, sq, occ)
}

// should reports whether a technique should have a kernel for a piece in a mode.
func should(e *Entry, m mode.Mode, p board.Piece) bool {
	state := e.StateCheck() != nil
	if e.EngineOnly || e.ThreatStateCheck() != nil { // timed in an engine, by its loops
		return false
	}
	switch m {
	case mode.Both, mode.BothLatency:
		return p == board.Queen && !e.BatchOnly() && !state
	case mode.BatchBoth:
		return p == board.Queen && !state
	}
	if e.PairOnly && p != board.Queen {
		return false
	}
	switch m {
	case mode.Throughput, mode.Latency, mode.Setwise:
		return !e.BatchOnly() && !state
	case mode.Batch:
		return !state
	case mode.Incremental:
		return !e.BatchOnly()
	}
	return false // other modes have no kernel
}

// Every technique has exactly the kernels that it should have.
func TestHas(t *testing.T) {
	for _, e := range append(Catalogue(), Controls()...) {
		for _, m := range mode.All {
			for _, p := range board.Pieces {
				if got := kernelOf(e, m, p) != nil; got != should(e, m, p) {
					t.Errorf("%s, %s, %v: has a kernel is %v, want %v", e.Name, m, p, got, !got)
				}
			}
		}
	}
}

// each checks all kernels of type K; for K = any, those of all types. TestKernelMachineCode calls it, too.
func each[K any](t *testing.T, check func(t *testing.T, e *Entry, m mode.Mode, p board.Piece, kernel K)) {
	for _, e := range append(Catalogue(), Controls()...) {
		for _, m := range mode.All {
			for _, p := range board.Pieces {
				if kernel, ok := kernelOf(e, m, p).(K); ok {
					t.Run(e.Name+"/"+string(m)+"/"+p.String(), func(t *testing.T) { check(t, e, m, p, kernel) })
				}
			}
		}
	}
}

// kernelOf returns the kernel for a mode and a piece, or nil.
func kernelOf(e *Entry, m mode.Mode, p board.Piece) any {
	sets, replay := SetKernel(nil), ReplayKernel(nil)
	switch m {
	case mode.Setwise:
		sets = e.SetKernel(p)
	case mode.Incremental:
		replay = e.ReplayKernel(p)
	}
	single, batch := e.Kernel(m, p), e.BatchKernel(m, p)
	switch { // a nil function in an any would not be nil
	case single != nil:
		return single
	case batch != nil:
		return batch
	case sets != nil:
		return sets
	case replay != nil:
		return replay
	}
	return nil
}

// panics reports whether a call panics.
func panics(call func()) (did bool) {
	defer func() { did = recover() != nil }()
	call()
	return false
}

// Every kernel gives the answers that its entry gives through the interface, in the same order.
func TestKernelAnswers(t *testing.T) {
	q := someQuestions(2000)
	each(t, func(t *testing.T, e *Entry, m mode.Mode, p board.Piece, kernel Kernel) {
		var got, want, sum uint64
		for i, occ := range q.Occs {
			a := answer(e, m, p, int(q.Squares[i]), occ)
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

// With the dependency mask of all ones, the latency kernels compute the chain in which each answer is part of the next question.
func TestLatencyFeedsBack(t *testing.T) {
	dependencyMask = ^uint64(0)
	defer func() { dependencyMask = 0 }()
	q := someQuestions(200)
	each(t, func(t *testing.T, e *Entry, m mode.Mode, p board.Piece, kernel Kernel) {
		if m != mode.Latency && m != mode.BothLatency {
			return
		}
		var got, want, unchained, chain, before uint64
		for i, occ := range q.Occs {
			sq := int(q.Squares[i])
			unchained = mix(unchained, answer(e, m, p, sq, occ))
			asked := occ | chain
			chain = e.Attacks(p, sq, asked)
			if m == mode.BothLatency {
				rook, bishop := e.Both(sq, asked)
				chain = rook ^ bishop
			}
			want = mix(want, answer(e, m, p, sq, asked))
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
	each(t, func(t *testing.T, _ *Entry, _ mode.Mode, _ board.Piece, kernel Kernel) {
		if !panics(func() { kernel(Questions{Squares: make([]uint8, 1), Occs: make([]uint64, 2)}) }) {
			t.Error("no panic for a question without a square")
		}
	})
}

// A batch kernel sets the answers that its entry gives through the interface.
func TestBatchKernelAnswers(t *testing.T) {
	each(t, func(t *testing.T, e *Entry, m mode.Mode, p board.Piece, kernel BatchKernel) {
		for _, n := range []int{0, 1, 7, 1000} {
			q := someQuestions(n)
			pieces := []board.Piece{p}
			if m == mode.BatchBoth {
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
	each(t, func(t *testing.T, _ *Entry, m mode.Mode, _ board.Piece, kernel BatchKernel) {
		answers := 2
		if m == mode.BatchBoth {
			answers = 4
		}
		for _, c := range []struct{ answers, squares, occs int }{{answers, 1, 2}, {answers - 1, 2, 2}} {
			q := Questions{Squares: make([]uint8, c.squares), Occs: make([]uint64, c.occs)}
			if !panics(func() { kernel(make([]uint64, c.answers), q) }) {
				t.Errorf("no panic for %d answers, %d squares, %d occupancies", c.answers, c.squares, c.occs)
			}
		}
	})
}

// someSets returns sets of no to eight sliders, some of them occupied, on boards of all densities.
func someSets(n int) (q Sets) {
	rng := rand.New(rand.NewPCG(2, 0))
	for _, occ := range someQuestions(n).Occs {
		sliders := uint64(0)
		for range rng.IntN(9) {
			sliders |= 1 << rng.UintN(64)
		}
		q.Sliders, q.Occs = append(q.Sliders, sliders), append(q.Occs, occ)
	}
	return q
}

// setAnswer returns the union of an entry's answers for each slider, or for noop and load their own number for the set.
func setAnswer(e *Entry, p board.Piece, sliders, occ uint64) (union uint64) {
	if s := e.Setter(); s != nil && slices.ContainsFunc(controls, func(b *Entry) bool { return b.Name == e.Name }) {
		return [...]func(sliders, occ uint64) uint64{s.Rooks, s.Bishops, s.Queens}[p](sliders, occ)
	}
	for sq := range board.Squares(sliders) {
		union |= e.Attacks(p, sq, occ)
	}
	return union
}

// Every kernel for sets gives the union of the answers that its entry gives for each slider.
func TestSetKernelAnswers(t *testing.T) {
	q := someSets(500)
	each(t, func(t *testing.T, e *Entry, _ mode.Mode, p board.Piece, kernel SetKernel) {
		var sum uint64
		for i, occ := range q.Occs {
			want := setAnswer(e, p, q.Sliders[i], occ)
			sum ^= want
			if got := kernel(Sets{q.Sliders[i : i+1], q.Occs[i : i+1]}); got != want {
				t.Fatalf("sliders %#x: got %#x, want %#x", q.Sliders[i], got, want)
			}
		}
		if got := kernel(q); got != sum {
			t.Errorf("all sets: checksum %#x, want %#x", got, sum)
		}
		if !panics(func() { kernel(Sets{make([]uint64, 1), make([]uint64, 2)}) }) {
			t.Error("no panic for an occupancy without a set")
		}
	})
}

// someReplay returns so many changes, moves made and unmade, with so many questions after each.
func someReplay(changes, lookups int) Replay {
	rng := rand.New(rand.NewPCG(3, 0))
	r := Replay{Occ: 0xffff00000000ffff, Lookups: lookups}
	occ := r.Occ
	var made []Change
	for range changes {
		var c Change
		if last := len(made) - 1; last >= 0 && rng.IntN(3) == 0 {
			c, made = Change{made[last].On, made[last].Off}, made[:last]
		} else {
			for from := rng.IntN(64); c.Off == 0; from = (from + 1) % 64 {
				c.Off = occ & (1 << from)
			}
			c.On = 1 << rng.IntN(64) &^ occ // nothing for a capture
			made = append(made, c)
		}
		r.Changes, occ = append(r.Changes, c), occ^(c.Off|c.On)
		for range lookups {
			r.Squares = append(r.Squares, uint8(rng.IntN(64)))
		}
	}
	return r
}

// Every kernel for replays gives the answers that its entry gives for the occupancy after each change, whatever came before.
func TestReplayKernelAnswers(t *testing.T) {
	each(t, func(t *testing.T, e *Entry, _ mode.Mode, p board.Piece, kernel ReplayKernel) {
		for _, lookups := range []int{1, 3} {
			r := someReplay(100, lookups)
			q := r.Questions()
			var want uint64
			for i := range r.Changes {
				for j := i * lookups; j < (i+1)*lookups; j++ {
					want ^= e.Attacks(p, int(q.Squares[j]), q.Occs[j])
				}
				begun := r
				begun.Changes = r.Changes[:i+1]
				if got := kernel(begun); got != want {
					t.Fatalf("%d questions after each of %d changes: checksum %#x, want %#x", lookups, i+1, got, want)
				}
			}
		}
	})
}

// A kernel that keeps a state keeps the occupancy as well.
func TestStatesKeepTheOccupancy(t *testing.T) {
	defer func() { dependencyMask = 0 }()
	r := someReplay(100, 1)
	occ := r.Occ
	for _, c := range r.Changes {
		occ ^= c.Off | c.On
	}
	each(t, func(t *testing.T, e *Entry, _ mode.Mode, _ board.Piece, kernel ReplayKernel) {
		dependencyMask = 0
		want := kernel(r)
		if e.StateCheck() != nil {
			want ^= occ // its kernel XORs occ & dependencyMask into the checksum in the end
		}
		dependencyMask = ^uint64(0)
		if got := kernel(r); got != want {
			t.Errorf("checksum %#x, want %#x", got, want)
		}
	})
}

// A technique that answers batches only has no single lookups on the clock.
func TestBatchOnly(t *testing.T) {
	for _, e := range append(Catalogue(), Controls()...) {
		want := e.StateCheck() == nil && e.ThreatStateCheck() == nil && !e.EngineOnly && e.Kernel(mode.Throughput, board.Queen) == nil
		if known := e.Name == "gather"; e.BatchOnly() != want || known && !want { // so that there is at least one
			t.Errorf("%s: %v, want %v", e.Name, e.BatchOnly(), want)
		}
	}
}

// Two questions come after each change, with the occupancy that it has left.
func TestReplayQuestions(t *testing.T) {
	r := Replay{
		Occ:     0b0111,
		Lookups: 2,
		Changes: []Change{{Off: 0b0001, On: 0b1000}, {Off: 0b0010}},
		Squares: []uint8{5, 6, 7, 8},
	}
	q := r.Questions()
	if !slices.Equal(q.Squares, []uint8{5, 6, 7, 8}) || !slices.Equal(q.Occs, []uint64{0b1110, 0b1110, 0b1100, 0b1100}) {
		t.Errorf("got squares %v, occupancies %b", q.Squares, q.Occs)
	}
}
