package conform

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// Method is a lookup of a technique. Rook, Bishop and Queen have the numbers of their pieces.
type Method int

// The methods. A technique may lack the last two.
const (
	Rook Method = iota
	Bishop
	Queen
	Both
)

var methods = [...]Method{Rook, Bishop, Queen, Both}

func (m Method) String() string { return [...]string{"Rook", "Bishop", "Queen", "Both"}[m] }

// pieces returns the pieces whose attacks the method answers.
func (m Method) pieces() []board.Piece {
	if m == Both {
		return rookAndBishop
	}
	return board.Pieces[m : m+1]
}

var rookAndBishop = board.Pieces[:2]

// Questions are squares and occupancies, beside each other.
type Questions struct {
	Squares []uint8
	Occs    []uint64
}

// Exam holds all questions about sliders on one square, in the order in which they are asked, with the walk's answers, which take longer to find than
// most techniques take to answer. One Exam may check many techniques, several at the same time.
type Exam struct{ parts []part }

// part has questions for a method, in the order of asking.
type part struct {
	Method
	Questions
	want    []uint64 // by Both: of rooks
	bishops []uint64 // by Both alone
}

// wants returns the right answers for the k-th of the method's pieces.
func (r *part) wants(k int) []uint64 { return [...][]uint64{r.want, r.bishops}[k] }

func (r *part) question(i int) question {
	return question{r.Method.String(), r.Method.pieces()[0], int(r.Squares[i]), r.Occs[i]}
}

// mistake returns the i-th answer, got, as a *Mistake.
func (r *part) mistake(i int, p board.Piece, got uint64, before history) *Mistake {
	m := &Mistake{Piece: p, Square: int(r.Squares[i]), Occ: r.Occs[i], Want: r.want[i], Got: got, before: before, at: i}
	if r.Method == Both {
		m.Want, m.Where = r.wants(int(p))[i], "Both"
	}
	return m
}

// NewExam finds the walk's answers for CheckSquare. The seed chooses the noise.
//
// A lookup may remember answers, and take an old one for a new question that looks the same to it. Then the two must be asked in turn, for it to be seen;
// and as only a wrong answer shows, their attacks must differ. So the order is that of play: questions differ by one square, by one move of a piece, by
// the slider's square, or by the piece.
func NewExam(sq int, seed uint64) *Exam {
	b := &examiner{Exam: new(Exam), sq: sq, rng: rand.New(rand.NewPCG(seed, uint64(sq)))}
	for _, p := range rookAndBishop {
		b.lines(p)
	}
	b.add(b.boards(), methods[:]...)
	b.add(b.moves(board.Rook), Rook)
	b.add(b.moves(board.Bishop), Bishop)
	b.add(b.moves(board.Queen), Queen, Both)
	b.add(b.squares(), methods[:]...)
	b.game()
	return b.Exam
}

// Sample returns an exam with fewer questions, for lookups that are slow: of long parts it keeps one block of questions in every (1: all), from
// all over the part, so that kinds of questions are complete and questions in turn stay so. The seed chooses the blocks.
func (x *Exam) Sample(every int, seed uint64) *Exam {
	const long, block = 4096, 64
	s := &Exam{slices.Clone(x.parts)}
	for i, r := range s.parts {
		if every == 1 || len(r.Occs) <= long {
			continue
		}
		kept := part{Method: r.Method}
		for k := uint64(0); ; k++ {
			from := block * (k*uint64(every) + (k+seed)%uint64(every)) // of each run of every blocks one, a place later from run to run
			if from >= uint64(len(r.Occs)) {
				break
			}
			to := min(from+block, uint64(len(r.Occs)))
			kept.Squares, kept.Occs = append(kept.Squares, r.Squares[from:to]...), append(kept.Occs, r.Occs[from:to]...)
			kept.want = append(kept.want, r.want[from:to]...)
			if r.bishops != nil {
				kept.bishops = append(kept.bishops, r.bishops[from:to]...)
			}
		}
		s.parts[i] = kept
	}
	return s
}

// Len returns how many questions the exam has to a technique with such methods.
func (x *Exam) Len(has func(Method) bool) (n int) {
	for _, r := range x.parts {
		if has(r.Method) {
			n += len(r.Occs)
		}
	}
	return n
}

// examiner makes an exam.
type examiner struct {
	*Exam
	sq   int
	rng  *rand.Rand
	same []uint8 // the square again and again
}

// here returns questions about the square.
func (b *examiner) here(occs []uint64) Questions {
	if more := len(occs) - len(b.same); more > 0 {
		b.same = append(b.same, slices.Repeat([]uint8{uint8(b.sq)}, more)...)
	}
	return Questions{b.same[:len(occs)], occs}
}

// walk returns the right answers.
func (q Questions) walk(p board.Piece) []uint64 {
	attacks := make([]uint64, len(q.Occs))
	for i, occ := range q.Occs {
		attacks[i] = board.Walk(p, int(q.Squares[i]), occ)
	}
	return attacks
}

// add adds questions to methods.
func (b *examiner) add(q Questions, of ...Method) {
	b.addAnswered(q, q.walk(board.Rook), q.walk(board.Bishop), of...)
}

// addAnswered adds questions to methods. The queen comes after rook and bishop, so that a wrong one of these is reported as such.
func (b *examiner) addAnswered(q Questions, rooks, bishops []uint64, of ...Method) {
	for _, m := range of {
		r := part{Method: m, Questions: q, want: rooks}
		switch m {
		case Bishop:
			r.want = bishops
		case Queen:
			r.want = make([]uint64, len(rooks))
			for i := range rooks {
				r.want[i] = rooks[i] | bishops[i]
			}
		case Both:
			r.bishops = bishops
		}
		b.parts = append(b.parts, r)
	}
}

// lines asks a rook or a bishop every subset of its full lines, in four kinds. The other methods are asked one kind, that with noise.
func (b *examiner) lines(p board.Piece) {
	const kinds, noisy = 4, 2 // contents returns the kinds one after the other: noisy is the kind with noise
	occs, want := b.contents(p, kinds, 2)
	b.parts = append(b.parts, part{Method: Method(p), Questions: b.here(occs), want: want})
	all := 1 << bits.OnesCount64(board.Lines(p, b.sq))
	from, to := noisy*all, (noisy+1)*all
	q, answers := b.here(occs[from:to]), [2][]uint64{}
	answers[p], answers[1-p] = want[from:to], q.walk(1-p)
	b.addAnswered(q, answers[board.Rook], answers[board.Bishop], Bishop-Method(p), Queen, Both) // Bishop-Method(p): of the other piece, 1 for 0 and 0 for 1
}

// contents returns every subset of the full lines of a rook or a bishop, one kind after the other: bare, with the slider's own square, with noise off the lines, and with
// both; kinds says how many of these. Only the relevant squares change an answer: of these every pair of subsets that differ in one square comes in turn, in one order
// (orders = 1) or in both.
//
// One cycle is a Gray code of the relevant squares: from question to question one of them changes, every other time the same one. So a cycle has all
// pairs that differ in that one, each in one order; a cycle that begins with that square set has each in the other order.
func (b *examiner) contents(p board.Piece, kinds, orders int) (occs, want []uint64) {
	mask, lines, own := board.Mask(p, b.sq), board.Lines(p, b.sq), uint64(1)<<b.sq
	inner, ends := slices.Collect(board.Subsets(mask)), slices.Collect(board.Subsets(lines&^mask))
	attacks := make([]uint64, len(inner))
	for i, subset := range inner {
		attacks[i] = board.Walk(p, b.sq, subset)
	}
	n, sets := bits.OnesCount64(mask), len(ends) // of relevant squares, and of subsets of the others, on the edge
	cycles := max(kinds*sets, orders*n)
	occs, want = make([]uint64, 0, cycles*len(inner)), make([]uint64, 0, cycles*len(inner))
	for cycle := range cycles {
		kind, rest := cycle/sets%kinds, ends[cycle%sets]
		if kind%2 != 0 {
			rest |= own
		}
		square, begin := cycle%n, cycle/n%2 // of the mask, the square that changes every other time; 1 if the cycle begins with it set
		noise := uint64(0)
		for i := range len(inner) {
			if kind >= 2 && i%2 == 0 { // and the question behind this one has the same
				noise = b.rng.Uint64() &^ (lines | own)
			}
			gray := i ^ i>>1
			subset := (gray<<square|gray>>(n-square))&(len(inner)-1) ^ begin<<square // rotated, so that gray's bit 0 is the square's
			occs, want = append(occs, inner[subset]|rest|noise), append(want, attacks[subset])
		}
	}
	return occs, want
}

// boards returns every content of every rank, under empty and full ranks, from one to the next one square changes; and boards drawn to be nasty.
func (b *examiner) boards() Questions {
	var occs []uint64
	for rank := range 8 {
		for _, others := range [...]uint64{0, ^(uint64(0xff) << (8 * rank))} {
			for i := range uint64(256) {
				occs = append(occs, (i^i>>1)<<(8*rank)|others)
			}
		}
	}
	for _, occ := range nasty() {
		occs = append(occs, occ, occ^1<<b.sq)
	}
	return b.here(occs)
}

// moves returns questions about pieces that sliders see on a relevant square: each moves to every other square and back, is taken and put back. Each time
// the answer changes.
func (b *examiner) moves(sliders board.Piece) Questions {
	var occs []uint64
	for _, d := range board.Directions(sliders) {
		ray := board.Ray(d, b.sq)
		for from := range board.Squares(ray & board.Mask(sliders, b.sq)) {
			others := b.rng.Uint64() & b.rng.Uint64() &^ (ray &^ board.Ray(d, from))
			before := others | 1<<from
			occs = append(occs, before, others, before)
			for to := range 64 {
				if to == from {
					continue
				}
				free := before &^ (1 << to) // a capture would change one square alone
				if occs[len(occs)-1] != free {
					occs = append(occs, free)
				}
				occs = append(occs, others|1<<to, free)
			}
		}
	}
	return b.here(occs)
}

// squares returns questions about this square and then about another one: with the same occupancy; with the slider in the occupancy, as if it had moved; with the other
// square in the occupancy, as if sliders were on both; and with one bit of the square's number and one square of the occupancy changed.
func (b *examiner) squares() (q Questions) {
	pair := func(here uint64, sq int, there uint64) {
		q.Squares, q.Occs = append(q.Squares, uint8(b.sq), uint8(sq)), append(q.Occs, here, there)
	}
	for sq := range 64 {
		if sq == b.sq {
			continue
		}
		own, other, occ := uint64(1)<<b.sq, uint64(1)<<sq, b.rng.Uint64()&b.rng.Uint64()
		occ &^= own | other
		pair(occ, sq, occ)
		pair(occ|own, sq, occ|other)
		pair(occ|other, sq, occ|own)
	}
	for bit := range 6 {
		for changed := range 64 {
			occ := b.rng.Uint64() & b.rng.Uint64()
			pair(occ, b.sq^1<<bit, occ^1<<changed)
		}
	}
	return q
}

// game asks as a generator of moves does: on boards that change by a move of one piece or two, or by the last move taken back, about some squares, one
// method after another. The methods come in all orders, and each begins on the square where the last one ended.
func (b *examiner) game() {
	const pieces, squares = 20, 8
	var occ uint64
	for bits.OnesCount64(occ) < pieces {
		occ |= 1 << b.rng.UintN(64)
	}
	sq := []uint8{uint8(b.sq)}
	for _, i := range b.rng.Perm(64)[:squares] {
		sq = append(sq, uint8(i))
	}
	before := occ
	for _, order := range orders(methods[:]) {
		if b.rng.UintN(3) == 0 {
			occ, before = before, occ
		} else {
			before = occ
			for range 1 + b.rng.UintN(4)/3 { // one piece moves, in a quarter of the cases two
				occ = occ&^drawn(b.rng, occ) | 1<<b.rng.UintN(64)
			}
		}
		for _, m := range order {
			b.add(Questions{slices.Clone(sq), slices.Repeat([]uint64{occ}, len(sq))}, m)
			slices.Reverse(sq)
		}
	}
}

// orders returns all orders of a list.
func orders(list []Method) (all [][]Method) {
	if len(list) == 0 {
		return [][]Method{nil}
	}
	for i, first := range list {
		for _, rest := range orders(slices.Delete(slices.Clone(list), i, i+1)) {
			all = append(all, append([]Method{first}, rest...))
		}
	}
	return all
}

// examOf is an exam of one question.
func examOf(sq int, occ uint64) *Exam {
	b := &examiner{Exam: new(Exam), sq: sq}
	b.add(b.here([]uint64{occ}), methods[:]...)
	return b.Exam
}
