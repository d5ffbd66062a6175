package conform

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// ThreatState is what a technique keeps beside a board, to list threats from. A board has at most MostMen men of each color.
type ThreatState interface {
	Prepare(men *board.Men)                                  // makes it the state of a board, whatever it was of before
	Threats(sq int, before, after board.Man, d *board.Delta) // changes the man on a square, and does what a ThreatsFunc does
	Attackers(sq int) uint64                                 // where the men stand who attack a square, on the board or not
}

// MostMen is how many men a side has.
const MostMen = 16

// CheckThreatState proves a state. It asks the questions of CheckThreats about some squares, with men taken off where a side has too many, and those of CheckDeltas. The
// state goes from question to question, as in play, by changes in an order that is drawn, and is prepared anew now and then. Every few questions the attackers of all
// squares, and the sum of all lists, are compared with the slow truth.
func CheckThreatState(state ThreatState, squares, seed uint64) error {
	s := &leader{state: state, rng: rand.New(rand.NewPCG(seed, 0))}
	s.prepare(&board.Men{})
	p, err := newThreatsPlace(func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
		s.to = *men
		s.to[sq] = before
		s.lead(&s.to)
		s.change(sq, after, d)
	})
	if err != nil {
		return err
	}
	if err := prove(fewMen(changesOn(squares, seed)), func(c *Change) deltaAnswer { return s.checked(p.ask(c)) }); err != nil {
		return err
	}
	err = prove(movesFrom(seed), func(m *DeltaMove) deltaAnswer {
		p.refill()
		p.d.N = 0
		s.lead(&m.Men)
		m.changes(func(sq int, _, after board.Man) { s.change(sq, after, p.d) })
		return s.checked(p.written(0, board.MostThreats))
	})
	if err == nil {
		p.free()
	}
	return err
}

// CheckThreatStateBulk is CheckThreatState for states of another process, which leads them itself, without the moves.
func CheckThreatStateBulk(ask func([]Change) ([]board.Delta, error), seed uint64) error {
	return checkBulk(fewMen(changesOn(^uint64(0), seed)), ask)
}

// fewMen is an exam with men taken off where a side has too many, at first those that the square neither sees nor is seen by.
func fewMen(x exam[*Change]) exam[*Change] {
	each := x.each
	x.each = func(ask func(*Change) bool) {
		var few Change
		each(func(c *Change) bool {
			few = *c
			near := board.Lines(board.Queen, int(c.Square)) | board.ManKnight.Attacks(int(c.Square), 0)
			var men [2]int
			occ := c.spare()
			for _, part := range [...]uint64{occ & near, occ &^ near} {
				for ; part != 0; part &= part - 1 {
					sq := bits.TrailingZeros64(part)
					color := c.Men[sq] >> 3 & 1
					if men[color]++; men[color] > MostMen-1 { // one may stand on the square
						few.Men[sq] = board.NoMan
					}
				}
			}
			return ask(&few)
		})
	}
	return x
}

// leader brings a state from board to board, by changes of one square.
type leader struct {
	state ThreatState
	rng   *rand.Rand
	men   board.Men // that it should be the state of
	count [2]int    // of men, by color
	n     int       // of boards
	start board.Men // where the lists begin whose sum is below
	sum   uint64

	to     board.Men // room for a board, for a delta and for squares that differ
	d      board.Delta
	differ []int
}

// change puts a man or nobody on a square, and appends the state's list to a delta.
func (s *leader) change(sq int, to board.Man, d *board.Delta) {
	man, n := s.men[sq], d.N
	s.state.Threats(sq, man, to, d)
	s.men[sq] = to
	if man != board.NoMan {
		s.count[man>>3&1]--
	}
	if to != board.NoMan {
		s.count[to>>3&1]++
	}
	if all := d.All(); n >= 0 && int(n) <= len(all) {
		s.sum += board.ThreatSum(all[n:])
	}
}

// lead brings the state to a board, by changes in a drawn order; once in a while it prepares it instead.
func (s *leader) lead(to *board.Men) {
	const seldom = 1 << 10
	if s.n++; s.n%seldom == 0 {
		s.prepare(to)
		return
	}
	differ := s.differ[:0]
	for sq, man := range to {
		if s.men[sq] != man {
			differ = append(differ, sq)
		}
	}
	s.differ = differ
	for len(differ) > 0 {
		i := s.rng.IntN(len(differ))
		sq := differ[i]
		man, next := s.men[sq], to[sq]
		if next != board.NoMan && s.count[next>>3&1] == MostMen && (man == board.NoMan || (man^next)&board.ManBlack != 0) {
			if man == board.NoMan {
				continue // until a man of that side has left another square
			}
			next = board.NoMan // the side of next has all its men, so the square is empty for now
		}
		s.d.N = 0
		s.change(sq, next, &s.d)
		if next == to[sq] {
			differ[i] = differ[len(differ)-1]
			differ = differ[:len(differ)-1]
		}
	}
}

// prepare fills the state anew.
func (s *leader) prepare(men *board.Men) {
	s.state.Prepare(men)
	s.men, s.start, s.sum, s.count = *men, *men, 0, [2]int{}
	for _, man := range men {
		if man != board.NoMan {
			s.count[man>>3&1]++
		}
	}
}

// checked compares the state with the board after every 64th board, and if they differ, adds a complaint to the answer and prepares the state anew.
func (s *leader) checked(a deltaAnswer) deltaAnswer {
	const every = 64
	if s.n%every != 0 {
		return a
	}
	var attackers [64]uint64
	occ := s.men.Occ()
	for from := range board.Squares(occ) {
		for to := range board.Squares(s.men[from].Attacks(from, occ)) {
			attackers[to] |= 1 << from
		}
	}
	for sq, want := range attackers {
		if got := s.state.Attackers(sq); got != want && a.complaint == "" {
			a.complaint = fmt.Sprintf("after it, the state has attackers of %s on %v (want %v)", board.SquareName(sq), names(got), names(want))
		}
	}
	if s.sum != sumBetween(&s.start, &s.men) && a.complaint == "" {
		a.complaint = fmt.Sprintf("lists of the last %d boards are wrong", every)
	}
	men := s.men
	if s.start, s.sum = men, 0; a.complaint != "" {
		s.prepare(&men)
	}
	return a
}

// names lists squares.
func names(set uint64) (all []string) {
	for sq := range board.Squares(set) {
		all = append(all, board.SquareName(sq))
	}
	return all
}
