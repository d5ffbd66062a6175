package conform

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/slidebench/slidebench/board"
)

// Batcher is a technique that answers many questions in one call. Each method sets an answer for every question: a square of sq
// (a1 = 0, h8 = 63; only the low six bits count) with the occupancy at the same place of occ. All slices have one length;
// if not, the method panics, saying the lengths. The slice of answers may be occ itself.
type Batcher interface {
	RookBatch(dst, occ []uint64, sq []uint8)
	BishopBatch(dst, occ []uint64, sq []uint8)
	QueenBatch(dst, occ []uint64, sq []uint8)
	BothBatch(rook, bishop, occ []uint64, sq []uint8)
}

// BatchFuncs makes a Batcher of functions.
type BatchFuncs struct {
	RookFunc, BishopFunc, QueenFunc func(dst, occ []uint64, sq []uint8)
	BothFunc                        func(rook, bishop, occ []uint64, sq []uint8)
}

// RookBatch calls RookFunc.
func (f BatchFuncs) RookBatch(dst, occ []uint64, sq []uint8) {
	need("RookFunc", f.RookFunc != nil)
	f.RookFunc(dst, occ, sq)
}

// BishopBatch calls BishopFunc.
func (f BatchFuncs) BishopBatch(dst, occ []uint64, sq []uint8) {
	need("BishopFunc", f.BishopFunc != nil)
	f.BishopFunc(dst, occ, sq)
}

// QueenBatch calls QueenFunc.
func (f BatchFuncs) QueenBatch(dst, occ []uint64, sq []uint8) {
	need("QueenFunc", f.QueenFunc != nil)
	f.QueenFunc(dst, occ, sq)
}

// BothBatch calls BothFunc.
func (f BatchFuncs) BothBatch(rook, bishop, occ []uint64, sq []uint8) {
	need("BothFunc", f.BothFunc != nil)
	f.BothFunc(rook, bishop, occ, sq)
}

// One makes a Technique of a Batcher: each question is a batch of its own.
func One(b Batcher) Single { return Single{b} }

// Single is the technique that One returns.
type Single struct{ b Batcher }

// Rook asks a batch of one rook.
func (s Single) Rook(sq int, occ uint64) uint64 { return single(s.b.RookBatch, sq, occ) }

// Bishop asks a batch of one bishop.
func (s Single) Bishop(sq int, occ uint64) uint64 { return single(s.b.BishopBatch, sq, occ) }

// Queen asks a batch of one queen.
func (s Single) Queen(sq int, occ uint64) uint64 { return single(s.b.QueenBatch, sq, occ) }

// Both asks a batch of one square for the attacks of a rook and a bishop.
func (s Single) Both(sq int, occ uint64) (rook, bishop uint64) {
	o := asOne(sq, occ)
	s.b.BothBatch(o.answers[:1:1], o.answers[1:], o.occ[:], o.sq[:])
	rook, bishop = o.answers[0], o.answers[1]
	ones.Put(o)
	return rook, bishop
}

func single(ask func(dst, occ []uint64, sq []uint8), sq int, occ uint64) uint64 {
	o := asOne(sq, occ)
	ask(o.answers[:1:1], o.occ[:], o.sq[:])
	answer := o.answers[0]
	ones.Put(o)
	return answer
}

// one is a batch of one question. It is on the heap, because a Batcher may keep its slices; making it anew for millions of
// questions takes longer than answering them.
type one struct {
	answers [2]uint64
	occ     [1]uint64
	sq      [1]uint8
}

var ones = sync.Pool{New: func() any { return new(one) }}

func asOne(sq int, occ uint64) *one {
	o := ones.Get().(*one)
	*o = one{occ: [1]uint64{occ}, sq: [1]uint8{uint8(sq)}} // the answers are empty: wrong if a batch leaves them so
	return o
}

// BatchExam proves Batchers, several at the same time, with the walk's answers. It asks all lengths from 0 to 130, at all offsets within a cache line, with
// answers in place of the occupancies, with lengths that differ, and, on Unix, between pages that must not be touched; then every subset of the full lines
// of every square twice: bare, in the order of an Exam, with its moves and squares, so that a batch that takes one question's answer for the next one
// is found; and with noise off the lines, in batches of mixed squares.
type BatchExam struct {
	seed  uint64
	every int    // one subset of that many is asked
	runs  [2]run // in the order of an Exam, and with noise in mixed order

	forms   []batchForm // asked
	below64 bool        // no squares above 63 are asked
	watch   *watch      // notes every batch; may be nil
}

// run is a list of questions, with the attacks of a rook and a bishop.
type run struct {
	Questions
	rook, bishop []uint64
}

// NewBatchExam finds the walk's answers to one subset in every, 1 for all. A sample is asked at one offset in nine, and in the order of an Exam on one
// square in nine. The seed chooses the noise and the order.
func NewBatchExam(seed uint64, every int) *BatchExam {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := &BatchExam{seed: seed, every: every, forms: batchForms}
	turns, noisy := &x.runs[0].Questions, &x.runs[1].Questions
	for sq := range 64 {
		inTurn := every == 1 || sq%9 == 0
		turn := func(more Questions) {
			turns.Squares, turns.Occs = append(turns.Squares, more.Squares...), append(turns.Occs, more.Occs...)
		}
		b := &examiner{sq: sq, rng: rng}
		for _, piece := range rookAndBishop {
			lines := board.Lines(piece, sq)
			for sub := range board.Subsets(lines) {
				if every == 1 || rng.IntN(every) == 0 {
					noisy.Squares, noisy.Occs = append(noisy.Squares, uint8(sq)), append(noisy.Occs, sub|rng.Uint64()&^lines)
				}
			}
			if inTurn {
				occs, _ := b.contents(piece, 1, 1)
				turn(b.here(occs))
			}
		}
		if inTurn {
			turn(b.moves(board.Queen))
			turn(b.squares())
		}
	}
	// Neighbours in a batch stand on different squares.
	rng.Shuffle(len(noisy.Occs), func(i, j int) {
		noisy.Squares[i], noisy.Squares[j] = noisy.Squares[j], noisy.Squares[i]
		noisy.Occs[i], noisy.Occs[j] = noisy.Occs[j], noisy.Occs[i]
	})
	for i := range x.runs {
		r := &x.runs[i]
		r.rook, r.bishop = r.walk(board.Rook), r.walk(board.Bishop)
	}
	return x
}

// Check returns a *Mistake for the first wrong answer, and another error if a batch breaks a rule, such as reading beyond its slices.
func (x *BatchExam) Check(b Batcher) error {
	for _, check := range []func(*batchCheck) error{
		(*batchCheck).offsets, (*batchCheck).fences, (*batchCheck).inPlace, (*batchCheck).lengths, (*batchCheck).subsets,
	} {
		for _, form := range x.forms {
			if err := check(&batchCheck{BatchExam: x, b: b, form: form, rng: rand.New(rand.NewPCG(x.seed, 0))}); err != nil {
				return err
			}
		}
	}
	return nil
}

// batchForm describes one of the four methods of a Batcher.
type batchForm struct {
	name   string
	pieces []board.Piece // the pieces of the slices of answers
	ask    func(b Batcher, answers [][]uint64, occ []uint64, sq []uint8)
}

var batchForms = []batchForm{
	{"RookBatch", []board.Piece{board.Rook}, func(b Batcher, a [][]uint64, occ []uint64, sq []uint8) { b.RookBatch(a[0], occ, sq) }},
	{"BishopBatch", []board.Piece{board.Bishop}, func(b Batcher, a [][]uint64, occ []uint64, sq []uint8) { b.BishopBatch(a[0], occ, sq) }},
	{"QueenBatch", []board.Piece{board.Queen}, func(b Batcher, a [][]uint64, occ []uint64, sq []uint8) { b.QueenBatch(a[0], occ, sq) }},
	{"BothBatch", []board.Piece{board.Rook, board.Bishop}, func(b Batcher, a [][]uint64, occ []uint64, sq []uint8) { b.BothBatch(a[0], a[1], occ, sq) }},
}

// maxBatch is the longest batch up to which all lengths are asked: two vectors of 64 bytes for the squares, and some.
const maxBatch = 130

// untouched fills the memory around the answers.
const untouched = 0x5ca1ab1e5ca1ab1e

// batchCheck asks one method of a Batcher.
type batchCheck struct {
	*BatchExam
	b    Batcher
	form batchForm
	rng  *rand.Rand

	place string // says that the answers are in place of the occupancies; "" if they have a place of their own
	tally *tally // counts, and goes on after a wrong answer; nil: the first one ends it
}

// batch names a batch in messages: a method, the place of answers, and the number of questions.
type batch struct {
	name, place string
	n           int
}

func (b batch) String() string { return fmt.Sprintf("%s of %d questions%s", b.name, b.n, b.place) }

// questions draws n questions of all densities, with noise above the squares' six bits if AnySquare is promised.
func (c *batchCheck) questions(n int) (occ []uint64, sq []uint8) {
	for i := range n {
		pieces := c.rng.Uint64()
		for range i % 4 {
			pieces &= c.rng.Uint64()
		}
		square := uint8(c.rng.Uint32())
		if c.below64 {
			square &= 63
		}
		occ, sq = append(occ, pieces), append(sq, square)
	}
	return occ, sq
}

// call asks a batch. A panic, such as a touched page's, becomes an error.
func (c *batchCheck) call(answers [][]uint64, occ []uint64, sq []uint8) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if err = isMissing(p); err == nil {
				err = c.errorf(len(sq), "panic: %v", p)
			}
		}
	}()
	if c.BatchExam != nil { // it is nil in AskBytes and in bulk
		c.watch.at(batch{c.form.name, c.place, len(sq)})
	}
	c.form.ask(c.b, answers, occ, sq)
	return nil
}

func (c *batchCheck) errorf(n int, format string, args ...any) error {
	return fmt.Errorf("%v: %s", batch{c.form.name, c.place, n}, fmt.Sprintf(format, args...))
}

// walk returns the right answers to a batch.
func (c *batchCheck) walk(occ []uint64, sq []uint8) (right [][]uint64) {
	for _, piece := range c.form.pieces {
		attacks := make([]uint64, len(sq))
		for i := range sq {
			attacks[i] = board.Walk(piece, int(sq[i]&63), occ[i])
		}
		right = append(right, attacks)
	}
	return right
}

// check asks a batch, compares its answers with the right ones, and sees that the questions are unchanged but where answers replace them.
func (c *batchCheck) check(answers, right [][]uint64, occ []uint64, sq []uint8) error {
	occBefore, sqBefore, inPlace := slices.Clone(occ), slices.Clone(sq), false
	err := c.call(answers, occ, sq)
	if c.tally != nil {
		return c.count(err, answers, right, sqBefore)
	}
	if err != nil {
		return c.alone(err, occBefore, sqBefore)
	}
	for k, piece := range c.form.pieces {
		for i, want := range right[k][:len(sq)] {
			if got := answers[k][i]; got != want {
				return &Mistake{
					Piece: piece, Square: int(sqBefore[i] & 63), Occ: occBefore[i], Want: want, Got: got,
					Where: fmt.Sprintf("%s%s, question %d of %d", c.form.name, c.place, i+1, len(sq)),
					ask: func(o uint64) uint64 {
						copy(occ, occBefore)
						copy(sq, sqBefore)
						occ[i] = o
						c.form.ask(c.b, answers, occ, sq)
						return answers[k][i]
					},
					bulk: c.bulk,
				}
			}
		}
		inPlace = inPlace || len(occ) > 0 && &answers[k][0] == &occ[0]
	}
	if !inPlace && !slices.Equal(occ, occBefore) || !slices.Equal(sq, sqBefore) {
		return c.changed(len(sq))
	}
	return nil
}

// alone adds to the error of a batch the first of its questions that also fails in a batch of its own.
func (c *batchCheck) alone(err error, occ []uint64, sq []uint8) error {
	for i := range sq {
		_, one := c.buffers(1, 0)
		if again := c.call(one, occ[i:i+1], sq[i:i+1]); again != nil && isMissing(again) == nil {
			return fmt.Errorf("%w\nquestion %d is enough for it: %v", err, i+1, question{c.form.name, c.form.pieces[0], int(sq[i]), occ[i]})
		}
	}
	return err
}

// bulk asks all questions in one batch: by the method for the piece, or if c is about BothBatch, by that.
func (c *batchCheck) bulk(p board.Piece, sq []uint8, occ []uint64) (answers []Answer) {
	form := c.form
	if len(form.pieces) == 1 {
		form = batchForms[p]
	}
	k := slices.Index(form.pieces, p)
	d := batchCheck{b: c.b, form: form}
	_, attacks := d.buffers(len(sq), 0)
	if k < 0 || d.call(attacks, slices.Clone(occ), slices.Clone(sq)) != nil {
		return nil
	}
	for _, a := range attacks[k] {
		answers = append(answers, Answer{Attacks: a})
	}
	return answers
}

// count counts the answers to a batch, or its end by an error.
func (c *batchCheck) count(err error, answers, right [][]uint64, sq []uint8) error {
	for k := range answers {
		for i, square := range sq {
			if !c.tally.add(c.form.name, 1<<(square&63), err == nil && answers[k][i] == right[k][i]) {
				return errTime
			}
		}
	}
	return nil
}

func (c *batchCheck) changed(n int) error { return c.errorf(n, "the questions are not what they were") }

// buffers returns for each piece a slice of n answers (part), at an offset in a longer slice (whole).
func (c *batchCheck) buffers(n, offset int) (whole, part [][]uint64) {
	for range c.form.pieces {
		w := slices.Repeat([]uint64{untouched}, offset+n+8)
		whole, part = append(whole, w), append(part, w[offset:offset+n:offset+n])
	}
	return whole, part
}

// offsets asks all lengths at all offsets: squares start at all bytes of a cache line, occupancies and answers independently at
// all its words.
func (c *batchCheck) offsets() error {
	const line, words = 64, 8 // bytes and words of a cache line
	occ, sq := c.questions(maxBatch + line)
	// Both slices start a cache line, so that offsets count from there.
	occ, sq = append(aligned[uint64](len(occ)), occ...), append(aligned[uint8](len(sq)), sq...)
	step := 1
	if c.every > 1 {
		step = 9 // 0, 9, ... 63: each place within a word comes once, and each word once
	}
	for offset := 0; offset < line; offset += step {
		// The slices hold the same questions from here on, so one walk is enough for all lengths.
		occFrom, sqFrom := occ[offset%words:][:maxBatch:maxBatch], sq[offset:][:maxBatch:maxBatch]
		right, occBefore, sqBefore := c.walk(occFrom, sqFrom), slices.Clone(occFrom), slices.Clone(sqFrom)
		whole, _ := c.buffers(maxBatch, offset/words)
		answers := make([][]uint64, len(whole))
		for n := range maxBatch + 1 {
			for k, w := range whole {
				for i := range w {
					w[i] = untouched
				}
				answers[k] = w[offset/words:][:n:n]
			}
			if err := c.check(answers, right, occFrom[:n:n], sqFrom[:n:n]); err != nil {
				return err
			}
			if !slices.Equal(occFrom, occBefore) || !slices.Equal(sqFrom, sqBefore) {
				return c.changed(n)
			}
			for _, w := range whole {
				isTouched := func(x uint64) bool { return x != untouched }
				if slices.ContainsFunc(w[:offset/words], isTouched) || slices.ContainsFunc(w[offset/words+n:], isTouched) {
					return c.errorf(n, "writes beyond the answers")
				}
			}
		}
	}
	return nil
}

// aligned returns an empty slice with room for n elements that begins at a multiple of 64 bytes.
func aligned[T any](n int) []T {
	const line = 64
	size := int(unsafe.Sizeof(*new(T)))
	room := make([]T, n+line/size)
	skip := (line - int(uintptr(unsafe.Pointer(&room[0]))%line)) % line / size
	return room[skip:skip]
}

// fences asks all lengths with each slice right before and right behind memory that cannot be read or written.
func (c *batchCheck) fences() error {
	fields := make([]fenced, len(c.form.pieces)+2)
	for i := range fields {
		var err error
		if fields[i], err = newFenced(maxBatch * 8); err != nil {
			return err
		}
		defer fields[i].free()
	}
	words := func(b []byte) []uint64 {
		if len(b) == 0 {
			return nil
		}
		return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), len(b)/8)
	}
	questions, squares := c.questions(maxBatch)
	right := c.walk(questions, squares)
	for n := range maxBatch + 1 {
		for _, place := range []func(f fenced, bytes int) []byte{fenced.front, fenced.back} {
			occ, sq := words(place(fields[0], 8*n)), place(fields[1], n)
			copy(occ, questions)
			copy(sq, squares)
			var answers [][]uint64
			for _, f := range fields[2:] {
				answers = append(answers, words(place(f, 8*n)))
			}
			if err := c.check(answers, right, occ, sq); err != nil {
				return err
			}
		}
	}
	return nil
}

// inPlace asks for answers in the place of the occupancies.
func (c *batchCheck) inPlace() error {
	c.place = " in place: the answers overwrite the occupancies"
	for n := range maxBatch + 1 {
		for k := range c.form.pieces {
			occ, sq := c.questions(n)
			right := c.walk(occ, sq)
			_, answers := c.buffers(n, 0)
			answers[k] = occ
			if err := c.check(answers, right, occ, sq); err != nil {
				return err
			}
		}
	}
	return nil
}

// lengths asks with slices of different lengths, and wants a panic that names them before anything is written.
func (c *batchCheck) lengths() error {
	for _, long := range []int{1, 4, 9, maxBatch} { // one question, a vector of four, one more than a vector of eight, and the longest batch
		for _, short := range []int{0, long - 1} {
			for which := range len(c.form.pieces) + 2 { // which slice is short
				occ, sq := c.questions(long)
				_, answers := c.buffers(long, 0)
				whole := slices.Clone(answers)
				switch which {
				case 0:
					occ = occ[:short]
				case 1:
					sq = sq[:short]
				default:
					answers[which-2] = answers[which-2][:short]
				}
				said := func() (said any) {
					defer func() { said = recover() }()
					c.form.ask(c.b, answers, occ, sq)
					return nil
				}()
				message := fmt.Sprint(said)
				if said == nil || !strings.Contains(message, strconv.Itoa(long)) || !strings.Contains(message, strconv.Itoa(short)) {
					return fmt.Errorf("%s of slices of %d and of %d elements: wants a panic that says so, got %v", c.form.name, long, short, said)
				}
				for _, w := range whole {
					if slices.ContainsFunc(w, func(x uint64) bool { return x != untouched }) {
						return fmt.Errorf("%s of slices of %d and of %d elements: answers before it panics", c.form.name, long, short)
					}
				}
			}
		}
	}
	return nil
}

// subsets asks both runs of the exam, each of which has every subset of the full lines of every square, in batches of mixed lengths.
func (c *batchCheck) subsets() error {
	const most = 2 * maxBatch
	union := make([]uint64, most)
	_, answers := c.buffers(most, 0)
	right := make([][]uint64, len(answers))
	for _, r := range c.runs {
		for i := 0; i < len(r.Occs); {
			n := min(1+c.rng.IntN(most), len(r.Occs)-i)
			rooks, bishops := r.rook[i:i+n], r.bishop[i:i+n]
			for k, piece := range c.form.pieces {
				switch answers[k] = answers[k][:n]; piece {
				case board.Rook:
					right[k] = rooks
				case board.Bishop:
					right[k] = bishops
				case board.Queen:
					for j, attacks := range rooks {
						union[j] = attacks | bishops[j]
					}
					right[k] = union[:n]
				}
			}
			// A batch gets a copy of the questions, since other checks share them.
			if err := c.check(answers, right, slices.Clone(r.Occs[i:i+n]), slices.Clone(r.Squares[i:i+n])); err != nil {
				return err
			}
			i += n
		}
	}
	return nil
}

// AskBytes asks a Batcher for one batch by each of its methods, and returns an error for the first wrong answer. Nine bytes are a
// question.
func AskBytes(b Batcher, input []byte) error {
	var occ []uint64
	var sq []uint8
	for ; len(input) >= 9; input = input[9:] {
		occ, sq = append(occ, binary.LittleEndian.Uint64(input[1:])), append(sq, input[0])
	}
	for _, form := range batchForms {
		c := batchCheck{b: b, form: form}
		_, answers := c.buffers(len(sq), 0)
		if err := c.check(answers, c.walk(occ, sq), occ, sq); err != nil {
			return err
		}
	}
	return nil
}

// front returns the first bytes inside the fences, and back the last.
func (f fenced) front(bytes int) []byte { return f.inside[:bytes:bytes] }
func (f fenced) back(bytes int) []byte  { return f.inside[len(f.inside)-bytes:] }
