package conform

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
)

// Change is a question about threats: the man on a square becomes another one. At least one of both is there, and they differ.
type Change struct {
	Men           board.Men // with Before, After or nobody on the square: who stands there must not matter
	Square        uint8
	Before, After board.Man
}

func (c *Change) String() string {
	name := board.SquareName(int(c.Square))
	switch {
	case c.Before == board.NoMan:
		return fmt.Sprintf("%v put on %s", c.After, name)
	case c.After == board.NoMan:
		return fmt.Sprintf("%v taken from %s", c.Before, name)
	}
	return fmt.Sprintf("%v on %s that becomes %v", c.Before, name, c.After)
}

// This method and those below, up to only, are of a deltaQuestion, whose type explains them.
func (c *Change) boards() (before, after board.Men) {
	before, after = c.Men, c.Men
	before[c.Square], after[c.Square] = c.Before, c.After
	return before, after
}

func (c *Change) kind() string {
	switch {
	case c.Before == board.NoMan:
		return "men put"
	case c.After == board.NoMan:
		return "men taken"
	}
	return "men replaced"
}

func (c *Change) who(_ int, comes bool) string {
	if comes {
		return "the man who comes"
	}
	return "the man who leaves"
}

func (c *Change) where(int) string { return "the square" }

func (c *Change) position() string {
	there := c.Men[c.Square]
	name := "nobody"
	if there != board.NoMan {
		name = there.String()
	}
	return fmt.Sprintf("men: %s, asked with %s on %s\n", c.Men.FEN(), name, board.SquareName(int(c.Square)))
}

func (c *Change) clone() deltaQuestion { other := *c; return &other }

func (c *Change) spare() uint64 { return c.Men.Occ() &^ (1 << c.Square) }

func (c *Change) only(men uint64) deltaQuestion {
	other := *c
	for sq := range board.Squares(c.spare() &^ men) {
		other.Men[sq] = board.NoMan
	}
	return &other
}

var rays [64][8][]uint8 // by square and direction: the squares from there to the edge, the nearest first
var knights [64][]uint8 // a knight's squares

func init() {
	for sq := range 64 {
		for d := range rays[sq] {
			for s := range board.Squares(board.Ray(board.Direction(d), sq)) {
				rays[sq][d] = append(rays[sq][d], uint8(s))
			}
			if d%2 != 0 { // odd directions lead to lower squares
				slices.Reverse(rays[sq][d])
			}
		}
		for s := range board.Squares(board.ManKnight.Attacks(sq, 0)) {
			knights[sq] = append(knights[sq], uint8(s))
		}
	}
}

// meets reports whether a man attacks the first man in a direction, who is some steps away.
func meets(man board.Man, d board.Direction, steps int) bool {
	return along[man&15]>>d&1 != 0 || steps == 1 && next[man&15]>>d&1 != 0
}

// By man (1 a pawn, 3 a bishop, 4 a rook, 5 a queen, 6 a king, 8 more for black), the directions, a bit each, in which he slides (along) or attacks the next square
// alone (next). A rook's directions are 0 to 3, and even ones lead to higher squares.
var (
	along = [16]uint8{3: 0xf0, 4: 0x0f, 5: 0xff, 8 + 3: 0xf0, 8 + 4: 0x0f, 8 + 5: 0xff}
	next  = [16]uint8{1: 0x50, 6: 0xff, 8 + 1: 0xa0, 8 + 6: 0xff}
)

// nearest returns the first man's square in each direction from a square, and how many steps away he is, 0 for none.
func nearest(men *board.Men, sq int) (near [8]int, steps [8]int) {
	for d, ray := range &rays[sq] {
		for i, s := range ray {
			if men[s&63] != board.NoMan { // & 63, here and below, spares a bounds check
				near[d], steps[d] = int(s), i+1
				break
			}
		}
	}
	return near, steps
}

// list appends the threats that vanish and appear to a delta: it walks from the square to the nearest man of each direction. Tests compare it with all threats before and after.
func (c *Change) list(d *board.Delta) {
	sq := int(c.Square)
	near, steps := nearest(&c.Men, sq)
	owns := [...]struct {
		board.Man
		sign board.Threat
	}{{c.Before, 0}, {c.After, board.Appears}}
	n := uint32(d.N)
	add := func(attacker board.Man, from int, victim board.Man, to int, sign board.Threat) {
		if victim.Kind() != board.ManKing {
			d.List[n%board.MostThreats] = board.NewThreat(attacker, from, victim, to) | sign
			n++
		}
	}
	for i, other := range near {
		dir, back := board.Direction(i), board.Direction(i)^1
		if steps[dir] == 0 {
			continue
		}
		man := c.Men[other&63]
		sees := meets(man, back, steps[dir])
		for _, own := range owns {
			if own.Man == board.NoMan {
				continue
			}
			if meets(own.Man, dir, steps[dir]) {
				add(own.Man, sq, man, other, own.sign)
			}
			if sees {
				add(man, other, own.Man, sq, own.sign)
			}
		}
		if (c.Before == board.NoMan || c.After == board.NoMan) && steps[back] != 0 && meets(man, back, steps[dir]+steps[back]) {
			sign := board.Threat(0) // the ray closes
			if c.After == board.NoMan {
				sign = board.Appears
			}
			add(man, other, c.Men[near[back]&63], near[back], sign)
		}
	}
	for _, s := range knights[sq] {
		man := c.Men[s&63]
		if man == board.NoMan {
			continue
		}
		for _, own := range owns {
			if own.Kind() == board.ManKnight {
				add(own.Man, sq, man, int(s), own.sign)
			}
			if own.Man != board.NoMan && man.Kind() == board.ManKnight {
				add(man, int(s), own.Man, sq, own.sign)
			}
		}
	}
	d.N = int32(n)
}

// changer draws questions about changes of a square, and gives them to ask, until it returns false.
type changer struct {
	Change
	sq    int
	rng   *rand.PCG
	ask   func(*Change) bool
	n     int // of questions
	ended bool
}

// changesOf asks all questions about changes of a square, in an order as of play: from one to the next, one or two squares change.
//
//   - Every subset of the full lines of a rook and of a bishop, with men drawn on them and around: a man is put, replaced and taken.
//   - Every two men at all distances on both sides of the square, and everybody who sees it or is seen from it, of all kinds and colors.
//   - Boards drawn to be nasty: full of men of one kind, and with sliders on any rays and knights around the square, so that lists are as long as can be.
func changesOf(sq int, seed uint64, ask func(*Change) bool) {
	x := &changer{Change: Change{Square: uint8(sq)}, sq: sq, rng: rand.NewPCG(seed, uint64(sq)), ask: ask}
	x.nasty()
	x.seen()
	x.through()
	x.lines(board.Rook)
	x.lines(board.Bishop)
}

// men are all kinds and colors.
var men = [...]board.Man{1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14}

// below returns a random number less than n, by Lemire's multiplication.
func (x *changer) below(n uint64) int {
	high, _ := bits.Mul64(x.rng.Uint64(), n)
	return int(high)
}

func (x *changer) man() board.Man { return men[x.below(uint64(len(men)))] }

// question asks about one change. Before, after and nobody stand on the square in turn.
func (x *changer) question(before, after board.Man) {
	if x.ended {
		return
	}
	x.Before, x.After = before, after
	x.Men[x.sq] = [...]board.Man{before, after, board.NoMan}[x.n%3]
	x.n++
	x.ended = !x.ask(&x.Change)
}

// visit puts a man, replaces him, and takes the other one.
func (x *changer) visit() {
	first, second := x.man(), x.man()
	for second == first {
		second = x.man()
	}
	x.question(board.NoMan, first)
	x.question(first, second)
	x.question(second, board.NoMan)
}

// noise empties squares, and draws men for all of them, for one in two, three, five or eight, or for none.
func (x *changer) noise(squares uint64) {
	oneIn := [...]uint64{1, 1, 2, 3, 5, 8, 0}[x.below(7)]
	for sq := range board.Squares(squares) {
		x.Men[sq] = board.NoMan
		if oneIn != 0 && x.below(oneIn) == 0 {
			x.Men[sq] = x.man()
		}
	}
}

// lines asks every subset of the full lines of a rook or a bishop. It is a Gray code: from subset to subset, one man comes or goes.
func (x *changer) lines(p board.Piece) {
	lines := board.Lines(p, x.sq)
	squares := slices.Collect(board.Squares(lines))
	others := ^(lines | 1<<x.sq)
	x.Men = board.Men{}
	for i := range 1 << len(squares) {
		if i > 0 {
			if s := squares[bits.TrailingZeros(uint(i))]; x.Men[s] != board.NoMan {
				x.Men[s] = board.NoMan
			} else {
				x.Men[s] = x.man()
			}
		}
		if i%32 == 0 {
			x.noise(others)
		} else if s := x.below(64); others>>s&1 != 0 {
			x.Men[s] = [...]board.Man{x.man(), board.NoMan}[i%2]
		}
		x.visit()
	}
}

// seen asks about every man on each square that anybody on this one could attack, beside every man here.
func (x *changer) seen() {
	for other := range board.Squares(board.ManQueen.Attacks(x.sq, 0) | board.ManKnight.Attacks(x.sq, 0)) {
		x.noise(^(uint64(1)<<x.sq | 1<<other))
		x.clear(other)
		for _, man := range men {
			x.Men[other] = man
			for i, own := range men {
				x.question(board.NoMan, own)
				x.question(own, men[(i+1+x.below(11))%12]) // any man but own
				x.question(own, board.NoMan)
			}
		}
	}
}

// clear removes all men between the changed square and square other, which share a line.
func (x *changer) clear(other int) {
	for _, ray := range &rays[x.sq] {
		if i := slices.Index(ray, uint8(other)); i >= 0 {
			for _, s := range ray[:i] {
				x.Men[s] = board.NoMan
			}
		}
	}
}

// through asks about every two men on both sides of the square, at all distances.
func (x *changer) through() {
	for dir := range rays[x.sq] {
		for _, from := range rays[x.sq][dir] {
			for _, to := range rays[x.sq][dir^1] {
				x.noise(^(uint64(1)<<x.sq | 1<<from | 1<<to))
				x.clear(int(from))
				x.clear(int(to))
				for _, attacker := range men {
					for _, victim := range men {
						x.Men[from], x.Men[to] = attacker, victim
						own := x.man()
						x.question(own, board.NoMan)
						x.question(board.NoMan, own)
					}
				}
			}
		}
	}
}

// nasty asks every change on the empty board and on boards full of one kind of man. Then it asks some changes on boards with sliders in each set of directions, next to
// the square or at the edge, first without and then with knights around.
func (x *changer) nasty() {
	all := func() {
		for _, a := range men {
			x.question(board.NoMan, a)
			for _, b := range men {
				if a != b {
					x.question(a, b)
				}
			}
			x.question(a, board.NoMan)
		}
	}
	x.Men = board.Men{}
	all()
	for _, man := range men {
		for sq := range x.Men {
			x.Men[sq] = man
		}
		all()
	}
	for i, far := range [...]bool{false, true, false, true} {
		for sliders := range uint64(256) { // a set of directions
			x.Men = board.Men{}
			for dir, ray := range &rays[x.sq] {
				if sliders>>dir&1 == 0 || len(ray) == 0 {
					continue
				}
				at := 0
				if far {
					at = len(ray) - 1
				}
				x.Men[ray[at]] = [...]board.Man{board.ManQueen, board.ManQueen | board.ManBlack}[x.below(2)]
			}
			if i >= 2 {
				for _, s := range knights[x.sq] {
					x.Men[s] = [...]board.Man{board.ManKnight, board.ManKnight | board.ManBlack}[x.below(2)]
				}
			}
			x.visit()
			x.question(board.ManQueen, board.ManQueen|board.ManBlack)
			x.question(board.ManKnight, board.ManQueen|board.ManBlack)
		}
	}
}
