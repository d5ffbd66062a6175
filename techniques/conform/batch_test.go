package conform

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// walkBatch is a right Batcher, in which a test may plant a fault: done is called after every batch, and may change its slices.
type walkBatch struct {
	ignoreLengths bool // slices of different lengths make no panic
	done          func(form string, answers [][]uint64, occ []uint64, sq []uint8)
}

func (w walkBatch) ask(form string, pieces []board.Piece, answers [][]uint64, occ []uint64, sq []uint8) {
	for _, a := range answers {
		if !w.ignoreLengths && (len(a) != len(occ) || len(occ) != len(sq)) {
			panic(fmt.Sprintf("a batch of %d attack sets, %d occupancies and %d squares", len(a), len(occ), len(sq)))
		}
	}
	for i := range sq {
		o := occ[i] // before an answer in its place
		for k, p := range pieces {
			answers[k][i] = Walk(p, int(sq[i]&63), o)
		}
	}
	if w.done != nil {
		w.done(form, answers, occ, sq)
	}
}

func (w walkBatch) RookBatch(dst, occ []uint64, sq []uint8) {
	w.ask("rook", []board.Piece{board.Rook}, [][]uint64{dst}, occ, sq)
}
func (w walkBatch) BishopBatch(dst, occ []uint64, sq []uint8) {
	w.ask("bishop", []board.Piece{board.Bishop}, [][]uint64{dst}, occ, sq)
}
func (w walkBatch) QueenBatch(dst, occ []uint64, sq []uint8) {
	w.ask("queen", []board.Piece{board.Queen}, [][]uint64{dst}, occ, sq)
}
func (w walkBatch) BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	w.ask("both", []board.Piece{board.Rook, board.Bishop}, [][]uint64{rook, bishop}, occ, sq)
}

// Check finds each fault, and says where.
func TestBatch(t *testing.T) {
	every := 1
	if testing.Short() {
		every = 16
	}
	exam := NewBatchExam(1, every)
	// remembering gives a question the answer to the question before it in its batch if same says that they look the same.
	remembering := func(same func(sq, before uint8, occ, last uint64) bool) walkBatch {
		return walkBatch{done: func(_ string, a [][]uint64, occ []uint64, sq []uint8) {
			if len(sq) == 0 || &a[0][0] == &occ[0] || len(a) == 2 && &a[1][0] == &occ[0] {
				return // in place the occupancies are gone
			}
			for k := range a {
				for i := 1; i < len(sq); i++ {
					if same(sq[i]&63, sq[i-1]&63, occ[i], occ[i-1]) {
						a[k][i] = a[k][i-1]
					}
				}
			}
		}}
	}
	for _, c := range []struct {
		name  string
		fault walkBatch
		want  string // a part of the error
	}{
		{"half compared", remembering(func(sq, before uint8, occ, last uint64) bool { return sq == before && uint32(occ) == uint32(last) }), "rook on a1 is wrong (RookBatch, question"},
		{"count compared", remembering(func(sq, before uint8, occ, last uint64) bool {
			return sq == before && bits.OnesCount64(occ) == bits.OnesCount64(last)
		}), "rook on a1 is wrong (RookBatch, question"},
		{"square forgotten", remembering(func(_, _ uint8, occ, last uint64) bool { return occ == last }), " is wrong (RookBatch, question"},
		{"one wrong bit in the last answer of a length", walkBatch{done: func(_ string, a [][]uint64, _ []uint64, _ []uint8) {
			if len(a[0]) == 67 {
				a[0][66] ^= 1 << 40
			}
		}}, "RookBatch, question 67 of 67"},
		{"the bishops of a pair", walkBatch{done: func(_ string, a [][]uint64, _ []uint64, _ []uint8) {
			if len(a) == 2 && len(a[1]) == 1 {
				a[1][0] = a[0][0]
			}
		}}, "BothBatch, question 1 of 1"},
		{"an answer too many", walkBatch{done: func(form string, a [][]uint64, _ []uint64, _ []uint8) {
			if form == "queen" && len(a[0]) == 5 {
				*beyond(a[0]) = 0
			}
		}}, "QueenBatch of 5 questions: writes beyond the answers"},
		{"an occupancy destroyed", walkBatch{done: func(_ string, _ [][]uint64, occ []uint64, _ []uint8) {
			if len(occ) == 3 {
				occ[1] = 0
			}
		}}, "RookBatch of 3 questions: the questions are not what they were"},
		{"an occupancy too many read", walkBatch{done: func(form string, _ [][]uint64, occ []uint64, _ []uint8) {
			if form == "bishop" && len(occ) == 130 {
				sink = *beyond(occ)
			}
		}}, "BishopBatch of 130 questions: panic: runtime error: invalid memory address"},
		{"a square too many read", walkBatch{done: func(form string, _ [][]uint64, _ []uint64, sq []uint8) {
			if form == "both" && len(sq) == 129 {
				sink = uint64(*beyond(sq))
			}
		}}, "BothBatch of 129 questions: panic: runtime error: invalid memory address"},
		{"the occupancies read after the first answers", walkBatch{done: func(form string, a [][]uint64, occ []uint64, sq []uint8) {
			if form == "both" && len(sq) > 0 {
				a[1][0] = board.Walk(board.Bishop, int(sq[0]&63), occ[0])
			}
		}}, "BothBatch in place: the answers overwrite the occupancies, question 1 of 1"},
		{"no look at the lengths", walkBatch{ignoreLengths: true}, "wants a panic that says so"},
		{"a square destroyed in a batch too long for all offsets", walkBatch{done: func(form string, _ [][]uint64, _ []uint64, sq []uint8) {
			if len(sq) == 2*maxBatch {
				sq[7]++
			}
		}}, "RookBatch of 260 questions: the questions are not what they were"},
		{"one subset of one square", walkBatch{done: func(form string, a [][]uint64, occ []uint64, sq []uint8) {
			for i, o := range occ {
				if form == "queen" && sq[i] == 36 && o == 1<<4|1<<60|1<<33|1<<39 {
					a[0][i] ^= 1
				}
			}
		}}, "queen on e5 is wrong (QueenBatch, question"},
	} {
		if c.name == "one subset of one square" && testing.Short() {
			continue // it is found after seconds
		}
		needsFence := strings.Contains(c.want, "invalid memory address")
		if needsFence && runtime.GOOS == "windows" {
			continue // without fences nothing is there to be found
		}
		err := exam.Check(c.fault)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if mistake := (*Mistake)(nil); strings.Contains(c.want, "question ") && (!errors.As(err, &mistake) || mistake.Where == "") {
			t.Errorf("%s: %v does not say where", c.name, err)
		}
	}
	// Faults that changed their questions changed copies, so the exam is still right.
	if testing.Short() {
		t.Log("a sound batch is asked nothing: -short")
	} else if err := exam.Check(walkBatch{}); err != nil {
		t.Errorf("a sound batch after the faults: %v", err)
	}
}

// ProveBatch names functions that are missing, and finds the smallest wrong question of the others.
func TestProveBatch(t *testing.T) {
	defer SetLimits(300*time.Millisecond, time.Minute)()
	// spoilt answers some questions by the empty set.
	spoilt := func(when func(form string, occ uint64, sq uint8, n int) bool) walkBatch {
		return walkBatch{done: func(form string, a [][]uint64, occ []uint64, sq []uint8) {
			for i := range sq {
				if when(form, occ[i], sq[i], len(sq)) {
					a[0][i] = 0
				}
			}
		}}
	}
	// narrow panics at squares above 63.
	narrow := spoilt(func(_ string, _ uint64, sq uint8, _ int) bool { return [64]bool{}[sq] })
	rooks := BatchFuncs{RookFunc: walkBatch{}.RookBatch}
	forever := make(chan bool)
	defer close(forever)
	for _, c := range []struct {
		name     string
		batcher  Batcher
		promises []Promise
		left     int      // how many functions are missing
		want     []string // parts of the error; nil: none
	}{
		{"nothing", nil, nil, 0, []string{"there is nothing to prove: it is nil"}},
		{"no function", BatchFuncs{}, nil, 4, []string{"Func is missing: it is nil"}},
		{"rooks", rooks, nil, 3, nil},
		{"squares up to 63", BatchFuncs{RookFunc: narrow.RookBatch}, nil, 3, nil},
		{"squares above 63", BatchFuncs{RookFunc: narrow.RookBatch}, []Promise{AnySquare}, 3, []string{"RookBatch of ", "panic: runtime error: index out of range", " is enough for it: RookBatch, a rook on ", "\noccupancy\n0x"}},
		{"two pieces", spoilt(func(form string, occ uint64, sq uint8, _ int) bool {
			return form == "rook" && sq == 27 && occ>>33&1 != 0 && occ>>40&1 != 0
		}), nil, 0, []string{"rook on d4 is wrong (RookBatch, question ", "no piece can be taken off", "\n0x0000010200000000 ", "\nRookBatch: ", " are wrong, on d4\n"}},
		{"wrong in place", BatchFuncs{RookFunc: func(dst, occ []uint64, sq []uint8) {
			if len(dst) > 0 && len(occ) > 0 && &dst[0] == &occ[0] {
				clear(dst)
				return
			}
			rooks.RookBatch(dst, occ, sq)
		}}, nil, 3, []string{"(RookBatch in place: the answers overwrite the occupancies, question 1 of 1)", "\nno answer to a batch of other length, in a place of its own, is wrong\n"}},
		{"hangs", BatchFuncs{RookFunc: func(dst, occ []uint64, sq []uint8) {
			if len(sq) == 3 {
				<-forever
			}
			rooks.RookBatch(dst, occ, sq)
		}}, nil, 3, []string{"no answer within 300ms: RookBatch of 3 questions"}},
	} {
		left, err := ProveBatch(c.batcher, 16, c.promises...)
		if len(left) != c.left || (err == nil) != (c.want == nil) {
			t.Errorf("%s: got %v without %q", c.name, err, left)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: no %q in\n%v", c.name, part, err)
			}
		}
	}
}

var sink uint64

// beyond returns the place right behind a slice.
func beyond[T any](s []T) *T {
	last := &s[len(s)-1]
	return (*T)(unsafe.Add(unsafe.Pointer(last), unsafe.Sizeof(*last)))
}

// One answers by a batch of one question, and never by what an earlier batch has left.
func TestOne(t *testing.T) {
	if err := CheckSquare(One(walkBatch{}), 27, 1); err != nil {
		t.Error(err)
	}
	wrong := One(walkBatch{done: func(form string, a [][]uint64, _ []uint64, _ []uint8) {
		if form == "both" {
			a[0][0], a[1][0] = a[1][0], a[0][0]
		}
	}})
	if err := CheckSquare(wrong, 27, 1); err == nil || !strings.Contains(err.Error(), "rook on d4 is wrong (Both)\n") {
		t.Errorf("answers of rook and bishop exchanged: %v", err)
	}
	// Nobody gets the answer to the question before.
	lazy := false
	one := One(BatchFuncs{RookFunc: func(dst, occ []uint64, sq []uint8) {
		if !lazy {
			walkBatch{}.RookBatch(dst, occ, sq)
		}
	}})
	for _, lazy = range []bool{false, true} {
		if got := one.Rook(27, 0); (got == 0) != lazy {
			t.Errorf("from a batch that answers nothing (%v): %#x", lazy, got)
		}
	}
}
