package conform

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// Bulk answers many questions about a piece, in their order. It returns nothing for a piece that it cannot ask, and fewer answers
// than questions if a program has ended in between.
type Bulk func(p board.Piece, sq []uint8, occ []uint64) []Answer

// Diagnose asks a technique that has made a mistake some 20,000 questions for each piece, and notes in the mistake the first
// known cause that explains each answer, wrong and right; and whether an answer was remembered. It asks with ask, or if that is nil, as the wrong answer's question
// was asked. It leaves an error that is no *Mistake as it is.
func Diagnose(err error, ask Bulk) {
	var m *Mistake
	if !errors.As(err, &m) {
		return
	}
	var x *inquiry
	inquire := func(ask Bulk) {
		m.remember(ask)
		x = newInquiry(m, ask)
	}
	if ask != nil {
		inquire(ask)
	} else if w := new(watch); m.bulk == nil || w.run(func() error {
		inquire(func(p board.Piece, sq []uint8, occ []uint64) []Answer {
			w.at(nil)
			return m.bulk(p, sq, occ)
		})
		return nil
	}) != nil {
		return
	}
	m.Diagnosis = x.diagnose()
	if m.Diagnosis == "" && m.remembered != "" {
		m.Diagnosis = fmt.Sprintf("diagnosis of %v: an answer is remembered: ", m.Piece)
	}
	m.Diagnosis += m.remembered
}

// diagnose returns the cause of each piece's wrong answers, "" if none is known.
func (x *inquiry) diagnose() string {
	var pieces, texts []string // whose answers have a cause
	for _, p := range board.Pieces {
		if x.got[p] == nil || x.right(p) || p == board.Queen && x.isSum() {
			continue
		}
		i := slices.IndexFunc(causes, func(c cause) bool { return c.explains(x, p) })
		if i < 0 {
			continue
		}
		if at := slices.Index(texts, causes[i].text); at >= 0 {
			pieces[at] += ", " + p.String()
		} else {
			pieces, texts = append(pieces, p.String()), append(texts, causes[i].text)
		}
	}
	if texts == nil {
		return ""
	}
	for i := range texts {
		texts[i] = fmt.Sprintf("of %s: %s", pieces[i], texts[i])
	}
	return "diagnosis " + strings.Join(texts, "; ") + "\n"
}

// inquiry holds the questions of a diagnosis, a technique's answers, and the right ones.
type inquiry struct {
	sq     []uint8
	occ    []uint64
	groups int                         // where the groups of occupancies begin
	got    [len(board.Pieces)][]Answer // nil: not asked
	want   [len(board.Pieces)][]uint64
	order  [len(board.Pieces)][]int // the numbers of all questions: those with wrong answers first
}

// The first questions of an inquiry are every square with every occupancy below 64, which can be asked with exchanged arguments,
// too. Then come, for each square, all subsets of the relevant squares of its rank, and groups of occupancies: any on its lines,
// with its own square, with noise, with both, and with nothing above the lower 32 bits. The last question is the mistake's. All are
// asked in parts as large as the first one: a program may answer that, and end at a question of the others.
const (
	small = 64 * 64 // questions of the first part
	group = 5       // occupancies of a group
)

func newInquiry(m *Mistake, ask Bulk) *inquiry {
	x := &inquiry{}
	add := func(sq int, occ ...uint64) {
		for _, occ := range occ {
			x.sq, x.occ = append(x.sq, uint8(sq)), append(x.occ, occ)
		}
	}
	for occ := range uint64(64) {
		for sq := range 64 {
			add(sq, occ)
		}
	}
	for sq := range 64 {
		add(sq, slices.Collect(board.Subsets(onRank(sq)))...)
	}
	x.groups = len(x.sq)
	rng := rand.New(rand.NewPCG(1, 1))
	for sq := range 64 {
		own := uint64(1) << sq
		for _, lines := range slices.Backward(board.Pieces[:]) { // a queen's first: a lookup that keeps a square's first answer then saw pieces on everybody's lines
			for density := range 16 {
				base := rng.Uint64() & board.Lines(lines, sq)
				for range density % 4 {
					base &= rng.Uint64()
				}
				noise := rng.Uint64() &^ (board.Lines(lines, sq) | own)
				add(sq, base, base|own, base|noise, base|own|noise, base&lower)
			}
		}
	}
	add(m.Square, m.Occ)
	for from := 0; from < len(x.sq); from += small {
		to := min(from+small, len(x.sq))
		for p, got := range x.got {
			if len(got) == from { // else an earlier part has not been answered in full
				x.got[p] = append(got, ask(board.Piece(p), x.sq[from:to], x.occ[from:to])...)
			}
		}
	}
	for p, got := range x.got {
		for got != nil && len(got) < len(x.sq) {
			got = append(got, Answer{Panic: "no answer"})
		}
		x.got[p], x.want[p] = got, x.walk(board.Piece(p))
		for _, wrong := range []bool{true, false} {
			for i := range slices.Backward(got) { // the mistake's own question first
				if x.is(board.Piece(p), i, x.want[p][i]) != wrong {
					x.order[p] = append(x.order[p], i)
				}
			}
		}
	}
	return x
}

func (x *inquiry) walk(p board.Piece) (attacks []uint64) {
	for i, occ := range x.occ {
		attacks = append(attacks, board.Walk(p, int(x.sq[i]), occ))
	}
	return attacks
}

// is reports whether the i-th answer is a set of squares.
func (x *inquiry) is(p board.Piece, i int, attacks uint64) bool {
	return x.got[p][i].Panic == nil && x.got[p][i].Attacks == attacks
}

// right reports whether all answers are.
func (x *inquiry) right(p board.Piece) bool {
	return x.all(p, func(i int) bool { return x.is(p, i, x.want[p][i]) })
}

// all reports whether a condition holds for each answer. Wrong ones come first, because they refute most causes.
func (x *inquiry) all(p board.Piece, is func(i int) bool) bool {
	for _, i := range x.order[p] {
		if !is(i) {
			return false
		}
	}
	return true
}

// isSum reports whether a queen's answers are the union of those of rook and bishop, right or wrong.
func (x *inquiry) isSum() bool {
	rook, bishop := x.got[board.Rook], x.got[board.Bishop]
	return rook != nil && bishop != nil && x.all(board.Queen, func(i int) bool {
		if rook[i].Panic != nil || bishop[i].Panic != nil {
			return x.got[board.Queen][i].Panic != nil
		}
		return x.is(board.Queen, i, rook[i].Attacks|bishop[i].Attacks)
	})
}

// cause is a possible reason of wrong answers.
type cause struct {
	text     string
	explains func(x *inquiry, p board.Piece) bool
}

// predicted is a cause that predicts each answer. Where the code that fills a table is wrong, the answers follow from the relevant squares of the
// occupancy alone, so these are tried, too.
func predicted(text string, answer func(p board.Piece, sq int, occ uint64) uint64) cause {
	return cause{text, func(x *inquiry, p board.Piece) bool {
		return x.all(p, func(i int) bool { return x.is(p, i, answer(p, int(x.sq[i]), x.occ[i])) }) ||
			x.all(p, func(i int) bool { return x.is(p, i, answer(p, int(x.sq[i]), x.occ[i]&board.Mask(p, int(x.sq[i])))) })
	}}
}

// changed is a predicted cause that changes the right answer.
func changed(text string, change func(attacks uint64, p board.Piece, sq int, occ uint64) uint64) cause {
	return predicted(text, func(p board.Piece, sq int, occ uint64) uint64 { return change(board.Walk(p, sq, occ), p, sq, occ) })
}

// seen is a predicted cause by which a lookup sees an occupancy that is changed.
func seen(text string, change func(occ uint64) uint64) cause {
	return predicted(text, func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, change(occ)) })
}

// after is a cause by which an answer depends on the question before. It says nothing of the first question of each part.
func after(text string, is func(x *inquiry, p board.Piece, i int) bool) cause {
	return cause{text, func(x *inquiry, p board.Piece) bool {
		return x.all(p, func(i int) bool { return i%small == 0 || is(x, p, i) })
	}}
}

// only is a cause by which some questions are all answered right, and most others, on squares with a wrong answer, wrong.
func only(text string, harmless func(p board.Piece, sq int, occ uint64) bool) cause {
	return cause{text, func(x *inquiry, p board.Piece) bool {
		var asked, wrong [64]int // of the others, by square
		isHarmless := x.all(p, func(i int) bool {
			right := x.is(p, i, x.want[p][i])
			if harmless(p, int(x.sq[i]), x.occ[i]) {
				return right
			}
			asked[x.sq[i]]++
			if !right {
				wrong[x.sq[i]]++
			}
			return true
		})
		of, all := 0, 0
		for sq, n := range wrong {
			if n > 0 {
				of, all = of+n, all+asked[sq]
			}
		}
		return isHarmless && 5*of >= 3*all // at least 60 %: if one square too many makes a difference, only half of them are wrong
	}}
}

const (
	lower = 1<<32 - 1
	edges = 0xff818181818181ff
)

// causes are tried in their order, special causes before general ones: the first that fits is named.
var causes = slices.Concat([]cause{
	{"every answer is empty, where rook and bishop are right: rook & bishop, which is always empty, in place of rook | bishop", func(x *inquiry, p board.Piece) bool {
		return p == board.Queen && x.got[board.Rook] != nil && x.got[board.Bishop] != nil && x.right(board.Rook) && x.right(board.Bishop) &&
			x.all(p, func(i int) bool { return x.is(p, i, 0) })
	}},
	changed("every answer is empty, as before tables are filled", func(uint64, board.Piece, int, uint64) uint64 { return 0 }),
	seen("every answer is that of the empty board: the occupancy is not seen, or an index is always 0", func(uint64) uint64 { return 0 }),
	{"rook and bishop are exchanged", func(x *inquiry, p board.Piece) bool {
		return p != board.Queen && x.answersAs(board.Rook, board.Bishop) && x.answersAs(board.Bishop, board.Rook)
	}},
	{"the bishop's half is missing", func(x *inquiry, p board.Piece) bool { return p == board.Queen && x.answersAs(p, board.Rook) }},
	{"the rook's half is missing", func(x *inquiry, p board.Piece) bool { return p == board.Queen && x.answersAs(p, board.Bishop) }},
	{"the answers are a rook's", func(x *inquiry, p board.Piece) bool { return x.answersAs(p, board.Rook) }},
	{"the answers are a bishop's", func(x *inquiry, p board.Piece) bool { return x.answersAs(p, board.Bishop) }},
	{"the answers are a queen's", func(x *inquiry, p board.Piece) bool { return x.answersAs(p, board.Queen) }},
	{"the arguments are exchanged: square and occupancy stand in each other's place (of the commands, --args says their order)", func(x *inquiry, p board.Piece) bool {
		for i, occ := range x.occ[:small] {
			if !x.is(p, i, board.Walk(p, int(occ), uint64(x.sq[i]))) {
				return false
			}
		}
		return true
	}},
	changed("blockers are missing from the answer", func(a uint64, _ board.Piece, _ int, occ uint64) uint64 { return a &^ occ }),
	changed("edges are never attacked", func(a uint64, p board.Piece, sq int, _ uint64) uint64 { return a & board.Mask(p, sq) }), // the last square of each line
	changed("edges are never attacked", func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return a &^ edges }),             // all squares of the border
	changed("the answer has the slider's own square", func(a uint64, _ board.Piece, sq int, _ uint64) uint64 { return a | 1<<sq }),
	changed("the answer has all but the attacked squares", func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return ^a }),
	predicted("the first piece of each line is seen through, as in x-rays", func(p board.Piece, sq int, occ uint64) uint64 {
		return board.Walk(p, sq, occ&^board.Walk(p, sq, occ))
	}),
	predicted("the answer has only what lies behind the first piece of each line, as x-rays do", func(p board.Piece, sq int, occ uint64) uint64 {
		attacks := board.Walk(p, sq, occ)
		return board.Walk(p, sq, occ&^attacks) &^ attacks
	}),
	seen("occupied and empty squares are exchanged", func(occ uint64) uint64 { return ^occ }),
	{"right with squares counted from 1 (a1 = 1, h8 = 64)", func(x *inquiry, p board.Piece) bool {
		return x.all(p, func(i int) bool { return x.sq[i] == 0 || x.is(p, i, board.Walk(p, int(x.sq[i]-1), x.occ[i])) })
	}},
}, symmetries(), narrow(), numbers(), missingRays(), wraps(), []cause{
	after("the answer is that to the question before", func(x *inquiry, p board.Piece, i int) bool { return x.is(p, i, x.want[p][i-1]) }),
	after("the occupancy is that of the question before", func(x *inquiry, p board.Piece, i int) bool {
		return x.is(p, i, board.Walk(p, int(x.sq[i]), x.occ[i-1]))
	}),
	after("the square is that of the question before", func(x *inquiry, p board.Piece, i int) bool {
		return x.is(p, i, board.Walk(p, int(x.sq[i-1]), x.occ[i]))
	}),
	{"the answer is that to the next question", func(x *inquiry, p board.Piece) bool {
		return x.all(p, func(i int) bool { return i == len(x.sq)-1 || i%small == small-1 || x.is(p, i, x.want[p][i+1]) })
	}},
	after("the answer to the question before is kept where the square is the same", func(x *inquiry, p board.Piece, i int) bool {
		return x.sq[i] == x.sq[i-1] && x.got[p][i].equal(x.got[p][i-1]) || x.sq[i] != x.sq[i-1] && x.is(p, i, x.want[p][i])
	}),
	after("the answer to the question before is kept where the occupancy is the same", func(x *inquiry, p board.Piece, i int) bool {
		return x.occ[i] == x.occ[i-1] && x.got[p][i].equal(x.got[p][i-1]) || x.occ[i] != x.occ[i-1] && x.is(p, i, x.want[p][i])
	}),
	{"no answer depends on the upper 32 bits of the occupancy, as if a product had 32 bits", func(x *inquiry, p board.Piece) bool {
		for i := x.groups; i < len(x.sq)-1; i += group {
			if last := x.got[p][i+group-1]; last.Panic != nil || !x.is(p, i, last.Attacks) {
				return false
			}
		}
		return true
	}},
	{"an index is negative where the top bit of a product is set: the product is signed, and >> keeps its sign", func(x *inquiry, p board.Piece) bool {
		negative := 0
		return x.all(p, func(i int) bool {
			if x.got[p][i].Panic == nil {
				return x.is(p, i, x.want[p][i])
			}
			negative++
			return strings.Contains(fmt.Sprint(x.got[p][i].Panic), "index out of range [-")
		}) && negative > len(x.sq)/16 // products with the top bit are many
	}},
	{"an index is negative where the top bit of a product is set: the product is signed, and >> keeps its sign", (*inquiry).signed},
	only("right only where the occupancy lacks the slider's own square", func(_ board.Piece, sq int, occ uint64) bool { return occ>>sq&1 == 0 }),
	only("right only where the occupancy has the slider's own square", func(_ board.Piece, sq int, occ uint64) bool { return occ>>sq&1 != 0 }),
	only("right only where the slider's lines alone are occupied: squares off them are not masked off", func(p board.Piece, sq int, occ uint64) bool {
		return occ&^(board.Lines(p, sq)|1<<sq) == 0
	}),
	only("right only where the lines' last squares, on the edge, are empty: they are not masked off", func(p board.Piece, sq int, occ uint64) bool {
		return occ&board.Lines(p, sq)&^board.Mask(p, sq) == 0
	}),
	only("right only where the relevant squares alone are occupied: the others are not masked off", func(p board.Piece, sq int, occ uint64) bool {
		return occ&^board.Mask(p, sq) == 0
	}),
})

// answersAs reports whether the answers for piece p are right for piece as.
func (x *inquiry) answersAs(p, as board.Piece) bool {
	return x.got[p] != nil && x.all(p, func(i int) bool { return x.is(p, i, board.Walk(as, int(x.sq[i]), x.occ[i])) })
}

// symmetries are causes by which squares, occupancies or answers are numbered in another order. Attacks are symmetric, so
// numbering all three in another order makes no difference, and two of them look like the third.
func symmetries() (all []cause) {
	for _, files := range []bool{false, true} {
		for _, corner := range []int{0, 56, 7, 63} {
			of := func(i int) int { // the square that is the i-th in the other order
				if files {
					i = i>>3 | i&7<<3
				}
				return i ^ corner
			}
			moved := func(set uint64) (moved uint64) {
				for i := range board.Squares(set) {
					moved |= 1 << of(i)
				}
				return moved
			}
			back := func(set uint64) (moved uint64) {
				for i := range 64 {
					moved |= set >> of(i) & 1 << i
				}
				return moved
			}
			if of(1) == 1 { // the usual order
				continue
			}
			name := board.SquareName
			order := fmt.Sprintf("from %s (%[1]s = 0, %s = 1, %s = 8)", name(of(0)), name(of(1)), name(of(8)))
			if files {
				order = "by files, " + order
			}
			all = append(all,
				predicted("right with squares counted "+order, func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, of(sq), occ) }),
				seen("right with the bits of the occupancy counted "+order, moved),
				changed("right with the bits of the answer counted "+order, func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return back(a) }),
			)
		}
	}
	return all
}

// narrow are causes by which a word of 64 bits is treated as one of fewer.
func narrow() (all []cause) {
	type bit = func(sq int) uint64
	type shift struct {
		lost, why string
		bit       bit
	}
	const half = "the upper 32 bits"
	shifts := []shift{
		{half, " are lost", func(sq int) uint64 { return 1 << sq & lower }},
		{half, " are lost, and a sign takes their place", func(sq int) uint64 { return uint64(int32(uint32(1) << sq)) }},
		{half, " are lost: 1 << square has 32 bits, and begins anew at square 32", func(sq int) uint64 { return 1 << (sq & 31) }},
		{half, " are lost: 1 << square has 32 bits, one of them a sign, and begins anew at square 32", func(sq int) uint64 { return uint64(int32(uint32(1) << (sq & 31))) }},
		{"the top bit", " is lost, that of h8: integers have 63 bits, as OCaml's", func(sq int) uint64 { return 1 << sq &^ (1 << 63) }},
	}
	for _, n := range []int{62, 61, 60, 56, 53, 52, 48, 31, 30, 24, 16} {
		shifts = append(shifts, shift{fmt.Sprintf("the upper %d bits", 64-n), fmt.Sprintf(" are lost: integers have %d bits", n), func(sq int) uint64 { return 1 << sq & (1<<n - 1) }})
	}
	for _, shift := range shifts {
		for used := 1; used < 8; used++ { // a set of uses: the bit is narrow in the answer, the occupancy, the slider's bit
			bitOf := func(use int) bit {
				if used>>use&1 != 0 {
					return shift.bit
				}
				return func(sq int) uint64 { return 1 << sq }
			}
			answer, occupied, slider := bitOf(0), bitOf(1), bitOf(2)
			var of []string
			for use, name := range []string{"the answer", "the occupancy", "the slider's bit"} {
				if used>>use&1 != 0 {
					of = append(of, name)
				}
			}
			all = append(all, predicted(shift.lost+" of "+strings.Join(of, " and of ")+shift.why, func(p board.Piece, sq int, occ uint64) (a uint64) {
				blockers := uint64(0)
				for s := range 64 {
					if occ&occupied(s) != 0 {
						blockers |= 1 << s
					}
				}
				for s := range board.Squares(Union(p, slider(sq), blockers)) {
					a |= answer(s)
				}
				return a
			}))
		}
	}
	turned := func(set uint64) uint64 { return bits.RotateLeft64(set, 32) }
	signed := func(set uint64) uint64 { return uint64(int32(set)) }
	return append(all,
		seen("the upper 32 bits of the occupancy are lost, and a sign takes their place", signed),
		seen("the lower 32 bits of the occupancy are lost", func(occ uint64) uint64 { return occ &^ lower }),
		changed("the lower 32 bits of the answer are lost", func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return a &^ lower }),
		seen("the halves of 32 bits of the occupancy are exchanged", turned),
		changed("the halves of 32 bits of the answer are exchanged", func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return turned(a) }),
	)
}

// numbers are causes by which an occupancy or an answer passes through a number that cannot hold it.
func numbers() (all []cause) {
	const h8 = 1 << 63
	for _, through := range []struct {
		name   string
		number func(set uint64) uint64
	}{
		{"a double of 53 bits, as JavaScript's Number, rounds %s: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return whole(float64(set)) }},
		{"a double of 53 bits and a sign rounds %s: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return uint64(int64(float64(int64(set)))) }},
		{"a double of 53 bits rounds %s, and h8 is lost: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return whole(float64(set &^ h8)) }},
		{"%s keeps its upper 53 bits: the lowest squares are lost where high ones are occupied, as in JavaScript's Number", func(set uint64) uint64 { return upper(set, 53) }},
		{"a float of 24 bits rounds %s: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return whole(float64(float32(set))) }},
		{"a float of 24 bits rounds %s, and h8 is lost: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return whole(float64(float32(set &^ h8))) }},
		{"%s keeps its upper 24 bits, as in a float: the lowest squares are lost where high ones are occupied", func(set uint64) uint64 { return upper(set, 24) }},
		{"%s ends at 2^63-1, as strtoll's numbers do", func(set uint64) uint64 { return min(set, h8-1) }},
		{"%s ends at 2^53-1, the largest safe integer of JavaScript", func(set uint64) uint64 { return min(set, 1<<53-1) }},
		{"%s ends at 2^32-1", func(set uint64) uint64 { return min(set, lower) }},
		{"%s ends at 2^31-1, as a number of 32 bits with a sign does", func(set uint64) uint64 { return min(set, 1<<31-1) }},
	} {
		number := through.number
		all = append(all,
			seen(fmt.Sprintf(through.name, "the occupancy"), number),
			changed(fmt.Sprintf(through.name, "the answer"), func(a uint64, _ board.Piece, _ int, _ uint64) uint64 { return number(a) }),
			predicted(fmt.Sprintf(through.name, "the occupancy, and the answer,"), func(p board.Piece, sq int, occ uint64) uint64 { return number(board.Walk(p, sq, number(occ))) }),
		)
	}
	return all
}

// whole converts a number from 0 to 2^64; for 2^64 it returns all bits.
func whole(f float64) uint64 {
	if f >= 1<<64 {
		return ^uint64(0)
	}
	return uint64(f)
}

// upper returns a set without its lowest squares, so that so many bits from the highest one on are left.
func upper(set uint64, n int) uint64 { return set &^ (1<<max(0, bits.Len64(set)-n) - 1) }

// steps are the differences between the numbers of a square and the next one, by direction.
var steps = [...]int{8, -8, 1, -1, 9, -9, 7, -7}

// wraps are causes by which rays in some directions go on around the board, for some number of squares.
func wraps() (all []cause) {
	const east, west = 1<<board.East | 1<<board.NorthEast | 1<<board.SouthEast, 1<<board.West | 1<<board.NorthWest | 1<<board.SouthWest
	for around := 1; around < 256; around++ { // a set of directions
		text := "rays wrap around the h file and the a file"
		switch {
		case around&^(east|west) != 0:
			continue // rays to the north or the south wrap around no file
		case around&west == 0:
			text = "rays wrap around the h file"
		case around&east == 0:
			text = "rays wrap around the a file"
		}
		for _, length := range []int{7, 8, 64} { // most steps of a loop; 64: it has no limit
			all = append(all, predicted(text, func(p board.Piece, sq int, occ uint64) (a uint64) {
				a = board.Walk(p, sq, occ)
				for _, d := range board.Directions(p) {
					if around>>d&1 == 0 {
						continue
					}
					for i := 1; i <= length; i++ {
						s := sq + i*steps[d]
						if s < 0 || s > 63 {
							break
						}
						if a |= 1 << s; occ>>s&1 != 0 {
							break
						}
					}
				}
				return a
			}))
		}
	}
	return all
}

// signed reports whether a rook's answers are wrong exactly where the top bit of occupancy times factor is set, for a factor of which it knows nothing. The product of a
// single piece on s is factor << s, so its answer shows bit 63-s of the factor; and pieces alone on the next squares up show the bits below, down from the top of the same
// product. So they tell the top bit of a sum of products, of several pieces on the rank, if no carry from the bits that are not shown can change it.
func (x *inquiry) signed(p board.Piece) bool {
	sums := 0  // subsets that are answered right though one of their pieces alone is not, or the other way round
	i := small // where the subsets of ranks begin
	for sq := range 64 {
		wrong := map[uint64]int{} // 1 if it is
		for sub := range board.Subsets(onRank(sq)) {
			if !x.is(p, i, x.want[p][i]) {
				wrong[sub] = 1
			}
			i++
		}
		for sub := range board.Subsets(onRank(sq)) {
			const top = 1 << 16          // stands for the top bit of a product; a rank shows at most five bits below it
			least, more, some := 0, 0, 0 // the sum's known bits, down from top; the most that unknown lower bits add; whether a piece alone is wrong
			for s := range board.Squares(sub) {
				some |= wrong[1<<s]
				bit := 2 * top
				for ; onRank(sq)>>s&1 != 0; s++ {
					bit /= 2
					least += bit * wrong[1<<s]
				}
				more += bit - 1
			}
			if (least+more)/top != least/top { // a carry may change the top bit
				continue
			}
			if wrong[sub] != least/top%2 {
				return false
			}
			sums += wrong[sub] ^ some
		}
	}
	return p == board.Rook && sums >= 16 // subsets by which a sum of bits is told from their union
}

// onRank returns the relevant squares of a rook on its rank.
func onRank(sq int) uint64 { return board.Mask(board.Rook, sq) & (0xff << (sq &^ 7)) }

// missingRays are causes by which rays in some directions are missing.
func missingRays() (all []cause) {
	for missing := 1; missing < 256; missing++ { // a set of directions
		var names []string
		for d, name := range directionNames {
			if missing>>d&1 != 0 {
				names = append(names, name)
			}
		}
		all = append(all, changed("rays are missing to the "+strings.Join(names, ", "), func(a uint64, p board.Piece, sq int, _ uint64) uint64 {
			for _, d := range board.Directions(p) {
				if missing>>d&1 != 0 {
					a &^= board.Ray(d, sq)
				}
			}
			return a
		}))
	}
	return all
}
