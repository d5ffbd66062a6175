// Package wrong answers for rooks and bishops with one of the faults of docs/when-wrong.md. The environment variable WRONG names the fault:
//
//	WRONG=wraps go run ./cmd/slidebench verify --package ./internal/lab/wrong
package wrong

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"sync"

	"github.com/slidebench/slidebench/board"
)

// Fault is a mistake that programmers make.
type Fault struct {
	Name, Title, Why string // the name for WRONG, the title of its section in docs/when-wrong.md, and an explanation
	Seen             string // links to public reports, in Markdown; "" if none are known here
	attacks          func(p board.Piece, sq int, occ uint64) uint64
}

// Find returns the fault with a name, and the faultless walk for any other name.
func Find(name string) Fault {
	if i := slices.IndexFunc(Faults, func(f Fault) bool { return f.Name == name }); i >= 0 {
		return Faults[i]
	}
	return Fault{attacks: board.Walk}
}

// Rook returns the fault's attacks of a rook. Squares count from a1 = 0 by ranks.
func (f Fault) Rook(sq int, occ uint64) uint64 { return f.attacks(board.Rook, sq, occ) }

// Bishop returns the fault's attacks of a bishop.
func (f Fault) Bishop(sq int, occ uint64) uint64 { return f.attacks(board.Bishop, sq, occ) }

// Queen returns the fault's attacks of a queen: those of rook and bishop together, except in the fault of queens.
func (f Fault) Queen(sq int, occ uint64) uint64 {
	if f.Name == ofQueens {
		return f.Rook(sq, occ) & f.Bishop(sq, occ)
	}
	return f.Rook(sq, occ) | f.Bishop(sq, occ)
}

// chosen is the fault that WRONG names, or none.
var chosen = choose(os.Getenv("WRONG"))

// choose returns the fault with a name, and the faultless walk for "". Another name ends the program.
func choose(name string) Fault {
	f := Find(name)
	if f.Name != name {
		panic(fmt.Sprintf("WRONG: unknown fault %q (want a name of docs/when-wrong.md)", name))
	}
	return f
}

// Rook returns the attacks of a rook by the fault that WRONG names.
func Rook(sq int, occ uint64) uint64 { return chosen.Rook(sq, occ) }

// Bishop returns the attacks of a bishop by the fault that WRONG names.
func Bishop(sq int, occ uint64) uint64 { return chosen.Bishop(sq, occ) }

// Queen returns the attacks of a queen by the fault that WRONG names.
func Queen(sq int, occ uint64) uint64 { return chosen.Queen(sq, occ) }

// ofQueens names the fault of queens, in which rooks and bishops are right.
const ofQueens = "queen-and"

// Faults are the faults in the order of the page.
var Faults = []Fault{
	{"wraps", "Rays go around the edge", "A step to the east is `sq + 1`, and nothing stops it on the h file.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return rays(p, sq, occ, bit, anywhere) }},
	{"shift-left", "One shift goes the wrong way", "A fill to the south shifts left where it must shift right. A build for other processors hides it.",
		"[YaneuraOu 8](https://github.com/yaneurao/YaneuraOu/issues/8)",
		func(p board.Piece, sq int, occ uint64) uint64 {
			// Shifted the wrong way, the fills to the south and the south-west repeat those to the north and the north-east.
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) && from-to != 8 && from-to != 9 })
		}},
	{"no-edges", "The mask is taken for the attacks", "The mask of relevant squares lacks the edge. Tables that are filled from it lack the edge, too.",
		"[Devlog 0x5](https://strydr.net/articles/devlog-0x5), [byte-knight 1](https://github.com/ptsouchlos/byte-knight/pull/1)",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, occ) & board.Mask(p, sq) }},
	{"no-blockers", "Captures are missing", "The attacks end before the first piece, and not on it.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, occ) &^ occ }},
	{"x-rays", "The first piece is seen through", "X-rays find pins. They are no attacks.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, occ&^board.Walk(p, sq, occ)) }},
	{"wrong-end", "The first blocker is sought at the wrong end", "On rays to lower squares the nearest piece is the highest bit, not the lowest.", "",
		func(p board.Piece, sq int, occ uint64) uint64 {
			return scanned(p, sq, occ, func(blockers uint64) int { return bits.TrailingZeros64(blockers | 1<<63) })
		}},
	{"no-sentinel", "A bit scan of an empty set", "A ray without a piece has no first bit: 64 zeros lead, and a mask turns 63 - 64 into h8.", "",
		func(p board.Piece, sq int, occ uint64) uint64 {
			return scanned(p, sq, occ, func(blockers uint64) int { return (63 - bits.LeadingZeros64(blockers)) & 63 })
		}},
	{"rank-index", "The occupancy of a rank is one file off", "Tables by the six inner squares of a rank need `occ >> ((sq & 56) + 1)`.", "",
		func(p board.Piece, sq int, occ uint64) uint64 {
			rank := uint64(0xff) << (sq & 56)
			// A shift by one too few: each inner piece of the rank is seen one file to the east.
			return board.Walk(p, sq, occ&^rank|occ&rank<<1&rank&^(0x81<<(sq&56)))
		}},
	{"own-square", "A subtraction meets the slider's own bit", "`o ^ (o - r)` is for an occupancy without the slider. On a board the slider is a piece, too: `o - 2*r`.", "", subtracted},
	{"no-mask", "Squares off the lines disturb a product", "The occupancy is multiplied as it is, without the mask.", "",
		looked(func(s *square, occ uint64) uint64 { return occ * s.factor >> s.shift })},
	{"edges-in-mask", "The edge disturbs a product", "The mask has the last square of each line, but the factor was found for a mask without it.",
		"[byte-knight 1](https://github.com/ptsouchlos/byte-knight/pull/1)",
		looked(func(s *square, occ uint64) uint64 { return occ & s.lines * s.factor >> s.shift })},
	{"few-bits", "A shift leaves too few bits", "Two occupancies with different attacks share a slot, and the table keeps the last one.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return tables()[p][sq].few[index(p, sq, occ)>>4] }},
	{"overlap", "The tables of two squares overlap", "A square's offset is smaller than the size of the tables before it.", "",
		func(p board.Piece, sq int, occ uint64) uint64 {
			return tables()[p][0].overlapping[tables()[p][sq].offset+index(p, sq, occ)]
		}},
	{"signed-shift", "A product has a sign", "In Java, or with `int64_t`, `>>` keeps the sign, and every second index is negative. `>>>`, or `uint64_t`, is right.", "",
		looked(func(s *square, occ uint64) uint64 { return uint64(int64(occ&s.mask*s.factor) >> s.shift) })},
	{"int-product", "A product has 32 bits", "A cast, or a literal without its suffix, cuts one factor.", "",
		looked(func(s *square, occ uint64) uint64 { return uint64(uint32(occ&s.mask)) * s.factor >> s.shift })},
	{"big-product", "A product is not cut to 64 bits", "Integers of Python and JavaScript's BigInt grow. `& (2**64 - 1)`, or `BigInt.asUintN(64, x)`, cuts them.", "",
		looked(func(s *square, occ uint64) uint64 {
			high, low := bits.Mul64(occ&s.mask, s.factor)
			return high<<(64-s.shift) | low>>s.shift
		})},
	{"int-bit", "`1 << sq` has 32 bits", "In C and C++ the literal is an int. Write `1ULL << sq`, or `UINT64_C(1) << sq`.", "",
		func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, func(sq int) uint64 { return uint64(int32(uint32(1) << (sq & 31))) }, near)
		}},
	{"int63", "Integers have 63 bits", "OCaml's `int` loses h8.", "", func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, occ<<1>>1) << 1 >> 1 }},
	{"double", "Numbers have 53 bits", "JavaScript's Number, and Dart's `int` on the web, lose the lowest squares where high ones are occupied.", "",
		// Without the shift, rounding up could give 2^64, which has no uint64.
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq, uint64(float64(occ>>1))<<1) }},
	{"from-a8", "Squares count from a8", "Two halves of a program, or a program and its table of factors, count squares from different corners.",
		"[lc0 2055](https://github.com/LeelaChessZero/lc0/pull/2055)",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, sq^56, occ) }},
	{"exchanged", "Rook and bishop are exchanged", "Two tables, or two arguments of a template, have changed places.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(board.Rook+board.Bishop-p, sq, occ) }},
	{"arguments", "The arguments are exchanged", "C converts a square to an occupancy and back without a word.", "",
		func(p board.Piece, sq int, occ uint64) uint64 { return board.Walk(p, int(occ&63), uint64(sq)) }},
	{"not-filled", "Tables are not filled yet", "Another table's initializer runs first, the function is never called, or each source file has its own copy of a static table.",
		"[Stockfish 17](https://github.com/official-stockfish/Stockfish/pull/17), [chess-library 54](https://github.com/Disservin/chess-library/pull/54)",
		func(board.Piece, int, uint64) uint64 { return 0 }},
	{"kept", "An answer is kept too long", "A cache compares the occupancy, and forgets the square.", "", cached()},
	{"half-kept", "An old answer is taken for a new board", "A cache compares half of the occupancy, by a cast to 32 bits.", "", halfCompared()},
	{ofQueens, "A queen is rook & bishop", "The two have no square in common: `|` is right.", "", board.Walk},
}

// bit returns the set of a square.
func bit(sq int) uint64 { return 1 << sq }

// near reports whether a step stays on the board at its sides: it then changes the file by one at most. anywhere allows all steps.
func near(from, to int) bool { return max(from&7, to&7)-min(from&7, to&7) <= 1 }
func anywhere(int, int) bool { return true }

// rays steps along each ray until the first piece, as long as on allows the step. set is bit, or a faulty form of it.
func rays(p board.Piece, sq int, occ uint64, set func(sq int) uint64, on func(from, to int) bool) (attacks uint64) {
	for _, d := range map[board.Piece][]int{board.Rook: {1, -1, 8, -8}, board.Bishop: {9, -9, 7, -7}}[p] {
		for from, to := sq, sq+d; to >= 0 && to < 64 && on(from, to); from, to = to, to+d {
			if attacks |= set(to); occ&set(to) != 0 {
				break
			}
		}
	}
	return attacks
}

// scanned cuts each ray at its first blocker. On rays to higher squares a bit scan finds the lowest blocker, or h8, from which no ray leads higher; on rays to lower
// squares the function down has to find the highest blocker.
func scanned(p board.Piece, sq int, occ uint64, down func(blockers uint64) int) (attacks uint64) {
	for _, d := range board.Directions(p) {
		ray := board.Ray(d, sq)
		first := down(ray & occ)
		if d%2 == 0 { // north, east, north-east and north-west: to higher squares
			first = bits.TrailingZeros64(ray&occ | 1<<63)
		}
		attacks |= ray &^ board.Ray(d, first)
	}
	return attacks
}

// subtracted returns the attacks by hyperbola quintessence on each line, with the fault that the slider, if occ has its square, stays in the occupancy.
func subtracted(p board.Piece, sq int, occ uint64) (attacks uint64) {
	slider := uint64(1) << sq
	borrowed := func(o, r uint64) uint64 { return o ^ (o - r) }
	directions := board.Directions(p)
	for i := 0; i < len(directions); i += 2 { // opposite directions are neighbours
		line := board.Ray(directions[i], sq) | board.Ray(directions[i+1], sq)
		o := occ & (line | slider)
		attacks |= (borrowed(o, slider) ^ bits.Reverse64(borrowed(bits.Reverse64(o), bits.Reverse64(slider)))) & line
	}
	return attacks
}

// square has a magic of a square and its tables.
type square struct {
	mask, lines, factor uint64 // lines are the mask with the last square of each ray
	shift               int
	table               []uint64 // by the right index
	few                 []uint64 // by an index without its four lowest bits, so of two bits fewer than the mask has squares
	offset              int      // where the square's slots begin in overlapping
	overlapping         []uint64 // of square 0, for all squares
}

// tables finds magics and fills tables at the first lookup. Indices have two bits more than a square has relevant squares, so that magics are found soon.
var tables = sync.OnceValue(func() *[2][64]square {
	all := new([2][64]square)
	rng := rand.New(rand.NewPCG(1, 1))
	for p := range all {
		squares := &all[p]
		for sq := range squares {
			squares[sq].find(board.Piece(p), sq, rng)
		}
		for sq, end := 0, 0; sq < 64; sq++ {
			s := &squares[sq]
			s.offset = end
			end += len(s.table) * 3 / 4 // the fault of overlapping tables
		}
		last := squares[63]
		squares[0].overlapping = make([]uint64, last.offset+len(last.table))
		for sq := range squares {
			copy(squares[0].overlapping[squares[sq].offset:], squares[sq].table)
		}
	}
	return all
})

// find finds a square's magic, and fills its tables.
func (s *square) find(p board.Piece, sq int, rng *rand.Rand) {
	s.mask, s.lines = board.Mask(p, sq), board.Lines(p, sq)
	size := 4 << bits.OnesCount64(s.mask)
	s.shift, s.table, s.few = 65-bits.Len(uint(size)), make([]uint64, size), make([]uint64, size>>4) // 64 less the bits of an index
	for found := false; !found; {
		s.factor, found = rng.Uint64()&rng.Uint64()&rng.Uint64(), true
		clear(s.table)
		for occ := range board.Subsets(s.mask) {
			slot, attacks := &s.table[occ*s.factor>>s.shift], board.Walk(p, sq, occ)
			if found = *slot == 0 || *slot == attacks; !found { // a slider attacks something, so 0 is free
				break
			}
			*slot = attacks
		}
	}
	for i, attacks := range s.table {
		if attacks != 0 {
			s.few[i>>4] = attacks
		}
	}
}

// index returns the right index into a square's table, without a fault.
func index(p board.Piece, sq int, occ uint64) int {
	s := &tables()[p][sq]
	return int(occ & s.mask * s.factor >> s.shift)
}

// looked returns a lookup in each square's table by a faulty index. An index outside of the table gives no attacks.
func looked(index func(s *square, occ uint64) uint64) func(p board.Piece, sq int, occ uint64) uint64 {
	return func(p board.Piece, sq int, occ uint64) uint64 {
		s := &tables()[p][sq]
		if i := index(s, occ); i < uint64(len(s.table)) {
			return s.table[i]
		}
		return 0
	}
}

// cached returns a lookup that keeps the last answer for each piece, with the fault that it compares only the occupancy.
func cached() func(p board.Piece, sq int, occ uint64) uint64 {
	var before [2]struct{ occ, attacks uint64 }
	return func(p board.Piece, sq int, occ uint64) uint64 {
		if b := &before[p]; b.attacks == 0 || b.occ != occ {
			b.occ, b.attacks = occ, board.Walk(p, sq, occ)
		}
		return before[p].attacks
	}
}

// halfCompared returns a lookup that keeps the last answer for each piece and square, with the fault that it compares half of the occupancy.
func halfCompared() func(p board.Piece, sq int, occ uint64) uint64 {
	var before [2][64]struct {
		half    uint32
		attacks uint64
	}
	return func(p board.Piece, sq int, occ uint64) uint64 {
		b := &before[p][sq]
		if b.attacks == 0 || b.half != uint32(occ) {
			b.half, b.attacks = uint32(occ), board.Walk(p, sq, occ)
		}
		return b.attacks
	}
}
