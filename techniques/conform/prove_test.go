package conform_test

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The whole text about a rook on d4 that does not see its neighbours c4 and e4 if a2 and b1 are occupied.
func TestProveShowsTheSmallest(t *testing.T) {
	blind := conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 {
		if sq != 27 || occ>>8&1 == 0 || occ>>1&1 == 0 {
			return rook(sq, occ)
		}
		return rook(sq, occ&^(1<<26|1<<28))
	}}
	const want = `rook on d4 is wrong
no piece can be taken off this occupancy: with fewer the mistake is gone
occupancy           wanted              got                 difference
0x0000000004000102  0x08080808f4080808  0x08080808f7080808  + too many, - missing
. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
. . x . . . . .     . . x . x x x x     x x x . x x x x     + + . . . . . .
. . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
x . . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
. x . . . . . .     . . . x . . . .     . . . x . . . .     . . . . . . . .
`
	defer conform.SetLimits(3*time.Second, time.Minute)()
	for range 2 { // and always the same
		err := conform.Prove(blind, 9)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Fatalf("got\n%v\nwant\n%s", err, want)
		}
		counts, _ := strings.CutPrefix(err.Error(), want) // the exam's questions of these kinds, which its seeds determine
		if counts != "Rook: 9950 of 670616 answers are wrong, on d4\nQueen: 6577 of 220290 answers are wrong, on d4\n" {
			t.Errorf("got %q", counts)
		}
	}
}

// Prove says what is wrong with a technique that is missing in parts, panics, hangs, or answers by chance.
func TestProveSays(t *testing.T) {
	tiertest.Slow(t)
	defer conform.SetLimits(300*time.Millisecond, time.Minute)()
	var n atomic.Uint64 // counts for "random", is the last answer of "answers by turns", and ends "spins"
	var lock sync.Mutex
	forever := make(chan bool)
	defer close(forever)
	onD4 := func(sq int, occ uint64) bool { return sq == d4 && occ>>b5&1 != 0 }
	rooks := func(wrong func() uint64) conform.Technique {
		return conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 {
			if onD4(sq, occ) {
				return wrong()
			}
			return rook(sq, occ)
		}}
	}
	noQueen := func(lookup func(int, uint64) uint64) conform.Technique {
		return twoOnly{conform.Funcs{RookFunc: lookup, BishopFunc: bishop}}
	}
	for _, c := range []struct {
		name      string
		technique conform.Technique
		promises  []conform.Promise
		want      []string // none: it is right
	}{
		{"nothing", nil, nil, []string{"there is nothing to prove: it is nil"}},
		{"no rook", conform.Funcs{BishopFunc: bishop}, nil, []string{"RookFunc is missing: it is nil"}},
		{"no bishop", conform.Funcs{RookFunc: rook}, nil, []string{"BishopFunc is missing: it is nil"}},
		{"no both", withBoth(nil), nil, []string{"BothFunc is missing: it is nil"}},
		{"all wrong", noQueen(bishop), nil, []string{"rook on a1 is wrong\n", "\nRook: ", " answers are wrong, on all squares\n"}},
		{"both", withBoth(func(sq int, occ uint64) (uint64, uint64) { return rook(sq, occ), 0 }), nil,
			[]string{"bishop on a1 is wrong (Both)\n", "0x0000000000000000  0x8040201008040200  0x0000000000000000  + too", "\nBoth: "}},
		{"panic", rooks(func() uint64 { panic("lost") }), nil,
			[]string{"rook on d4 panics\n", "\n0x0000000200000000  0x08080808f7080808\n", "\npanic: lost\nRook: ", "\nQueen: ", ", on d4\n"}},
		{"random", rooks(func() uint64 { return n.Add(1) }), nil,
			[]string{"rook on d4 has different answers to one question, asked twice\n", "got first", "got then"}},
		{"answers by turns", rooks(func() uint64 { return n.Swap(n.Load() ^ 1<<b5) }), nil, []string{"rook on d4 has different answers to one question"}},
		{"hangs", rooks(func() uint64 { <-forever; return 0 }), nil,
			[]string{"no answer within 300ms: Rook, a rook on d4\noccupancy\n0x"}},
		{"spins", rooks(func() uint64 {
			for n.Load() < 1<<60 {
			}
			return 0
		}), nil, []string{"no answer within 300ms: Rook, a rook on d4\n"}},
		{"hangs now and then", noQueen(func(sq int, occ uint64) uint64 {
			if sq == 36 {
				<-forever
			}
			if sq == 27 {
				return 0
			}
			return rook(sq, occ)
		}), nil, []string{"rook on d4 is wrong\n", "answers are wrong, on d4\n", "counting ended at a question without an answer: Rook, a rook on e5\n"}},
		{"ends the goroutine", rooks(func() uint64 { runtime.Goexit(); return 0 }), nil, []string{"the technique ends the goroutine that calls it: Rook, a rook on d4\noccupancy\n0x"}},
		{"locks itself out", conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 {
			lock.Lock()
			defer lock.Unlock()
			if sq == d4 && occ == 1<<b5 {
				<-forever
			}
			return rook(sq, occ)
		}}, nil, []string{"no answer within 300ms: Rook, a rook on d4\noccupancy\n0x0000000200000000\n"}},
		{"hangs above 63", conform.Funcs{BishopFunc: func(sq int, occ uint64) uint64 { return bishop(sq&63, occ) }, RookFunc: func(sq int, occ uint64) uint64 {
			if sq > 63 {
				<-forever
			}
			return rook(sq&63, occ)
		}}, []conform.Promise{conform.AnySquare}, []string{"no answer within 300ms: Rook, a rook on a1\noccupancy\n0x8142241818244281\n"}},
		{"tables of 64", indexed(), nil, nil},
		{"tables of 64, promised", indexed(), []conform.Promise{conform.AnySquare}, []string{"rook on a1 panics (asked as square -64)\n", "index out of range"}},
	} {
		err := conform.Prove(c.technique, 9, c.promises...)
		if c.name == "spins" {
			n.Store(1 << 60) // ends it
		}
		if (err == nil) != (c.want == nil) {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: no %q in\n%v", c.name, part, err)
			}
		}
		if err != nil && strings.Count(err.Error(), "\n") > 40 {
			t.Errorf("%s: longer than 40 lines:\n%v", c.name, err)
		}
	}
}

// Counting ends when its time is over.
func TestProveEndsCounting(t *testing.T) {
	defer conform.SetLimits(3*time.Second, time.Nanosecond)()
	err := conform.Prove(conform.Funcs{RookFunc: bishop, BishopFunc: bishop}, 9)
	if err == nil || !strings.Contains(err.Error(), "\nRook: 64 of 64 answers are wrong, on a1\n") || !strings.HasSuffix(err.Error(), "\ncounting ended after 1ns\n") {
		t.Errorf("got %v", err)
	}
}

// indexed is a technique that panics at numbers that are no squares.
func indexed() conform.Technique {
	var own [64]uint64
	return conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 { return rook(sq, occ) | own[sq] }}
}

// ProveSets shows the smallest wrong question, and names a missing function and answers that change.
func TestProveSets(t *testing.T) {
	tiertest.Slow(t)
	defer conform.SetLimits(3*time.Second, time.Minute)()
	s := rightSets
	s.QueensFunc = func(sliders, occ uint64) uint64 {
		if sliders>>d4&1 != 0 && sliders>>8&1 != 0 && occ>>b5&1 != 0 {
			return 0
		}
		return union(board.Queen)(sliders, occ)
	}
	missing := rightSets
	missing.BishopsFunc = nil
	flicker := rightSets
	var n atomic.Uint64
	flicker.RooksFunc = func(sliders, occ uint64) uint64 {
		if sliders == 1<<d4 && n.Add(1)%2 != 0 {
			return 1
		}
		return union(board.Rook)(sliders, occ)
	}
	for _, c := range []struct {
		name   string
		setter conform.Setter
		want   []string
	}{
		{"two sliders", s, []string{"queens are wrong\nno slider and no piece can be taken off", "\n0x0000000008000100  0x0000000200000000  ", "\nQueens: "}},
		{"missing", missing, []string{"BishopsFunc is missing: it is nil"}},
		{"flicker", flicker, []string{"rooks have different answers to one question, asked twice\n"}},
	} {
		err := conform.ProveSets(c.setter, 1)
		for _, part := range c.want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: no %q in\n%v", c.name, part, err)
			}
		}
	}
}

// flawed is a state whose rooks attack nothing while a8 and h8 are occupied.
type flawed struct{ occ uint64 }

func (f *flawed) Prepare(occ uint64) { f.occ = occ }
func (f *flawed) Add(sq int)         { f.occ |= 1 << (sq & 63) }
func (f *flawed) Remove(sq int)      { f.occ &^= 1 << (sq & 63) }
func (f *flawed) Bishop(sq int) uint64 {
	return bishop(sq&63, f.occ)
}
func (f *flawed) Queen(sq int) uint64 { return queen(sq&63, f.occ) }
func (f *flawed) Rook(sq int) uint64 {
	if f.occ>>63&1 != 0 && f.occ>>56&1 != 0 {
		return 0
	}
	return rook(sq&63, f.occ)
}

// narrow is a state that takes squares up to 63 only.
type narrow struct{ flawed }

func (n *narrow) Add(sq int) { n.occ |= 1 << sq }
func (n *narrow) Rook(sq int) uint64 {
	if sq > 63 {
		return 0
	}
	return rook(sq, n.occ)
}

// ProveState asks squares above 63 only if that is promised, and shows the smallest wrong question.
func TestProveState(t *testing.T) {
	if err := conform.ProveState[narrow](1); err != nil {
		t.Errorf("squares up to 63: %v", err)
	}
	if err := conform.ProveState[narrow](1, conform.AnySquare); err == nil || !strings.Contains(err.Error(), "(asked as square 64)") {
		t.Errorf("squares above 63: got %v", err)
	}
	const want = "rook on a1 is wrong\nno piece can be taken off this occupancy: with fewer the mistake is gone\n"
	if err := conform.ProveState[flawed](1, conform.AnySquare); err == nil || !strings.HasPrefix(err.Error(), want) ||
		!strings.Contains(err.Error(), "\n0x8100000000000000 ") {
		t.Errorf("got %v", err)
	}
}
