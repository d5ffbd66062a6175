package conform

import (
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/slidebench/slidebench/board"
)

// composer draws positions, each with a legal move, and gives them to ask, until it returns false.
type composer struct {
	DeltaMove
	rng   *rand.Rand
	ask   func(*DeltaMove) bool
	ended bool
}

// task is a move to compose a position for, with men who must be there; or if game is true, a game of random moves.
type task struct {
	from, to  uint8
	black     bool
	promotion board.Man
	Special
	game  bool
	men   [4]manOn
	empty uint64 // squares where nobody may stand
}

type manOn struct { // a man on a square
	sq uint8
	board.Man
}

// movesOf asks about all kinds of moves: every man from every square to every other one, quiet and as a capture of every kind; every promotion, every capture in passing,
// also between every slider and every victim on the rank, and castling of every king with every rook, as in Chess960; and games of random moves. The order is random. Most
// of the men around stand on lines through the squares that change.
func movesOf(seed uint64, ask func(*DeltaMove) bool) {
	x := &composer{rng: rand.New(rand.NewPCG(seed, 0)), ask: ask}
	tasks := allTasks()
	for _, i := range x.rng.Perm(len(tasks)) {
		switch {
		case x.ended:
			return
		case tasks[i].game:
			x.game()
		default:
			x.compose(&tasks[i])
		}
	}
}

var allTasks = sync.OnceValue(func() []task {
	var x tasks
	for _, x.black = range [...]bool{false, true} { // the side whose moves x adds
		for kind := board.ManKnight; kind <= board.ManKing; kind++ {
			for from := range 64 {
				for to := range board.Squares(kind.Attacks(from, 0)) {
					for captured := board.NoMan; captured < board.ManKing; captured++ {
						x.plain(kind, from, to, captured, board.NoMan)
					}
				}
			}
		}
		for range 20 { // as many moves of pawns as of all other men
			x.pawns()
		}
		for range 200 { // thousands of these, too
			x.passants(func(from, pawn, to int) { x.passant(from, pawn, to) })
		}
		x.passants(x.passantsOnRank)
		for range 100 { // and of these
			x.castlings()
		}
	}
	for range 300 {
		x.list = append(x.list, task{game: true})
	}
	return x.list
})

// tasks collects tasks of a side.
type tasks struct {
	black bool
	list  []task
}

// forward is how many squares a pawn's step is.
func forward(black bool) int {
	if black {
		return -8
	}
	return 8
}

// plain adds a move that is neither a capture in passing nor castling.
func (x *tasks) plain(kind board.Man, from, to int, captured, becomes board.Man) {
	if captured == board.ManPawn && (to < 8 || to >= 56) {
		return
	}
	t := task{from: uint8(from), to: uint8(to), black: x.black, empty: between(from, to)}
	t.men[0] = manOn{t.from, colored(kind, x.black)}
	if captured != board.NoMan {
		t.men[1] = manOn{t.to, colored(captured, !x.black)}
	}
	if becomes != board.NoMan {
		t.promotion = colored(becomes, x.black)
	}
	x.list = append(x.list, t)
}

func (x *tasks) pawns() { // adds all moves of pawns but captures in passing
	for from := 8; from < 56; from++ {
		rank := from >> 3
		if x.black {
			rank = 7 - rank
		}
		if rank == 1 {
			x.plain(board.ManPawn, from, from+2*forward(x.black), board.NoMan, board.NoMan)
		}
		add := func(to int, captured board.Man) {
			if rank < 6 {
				x.plain(board.ManPawn, from, to, captured, board.NoMan)
				return
			}
			for range 3 { // promotions are few
				for becomes := board.ManKnight; becomes < board.ManKing; becomes++ {
					x.plain(board.ManPawn, from, to, captured, becomes)
				}
			}
		}
		add(from+forward(x.black), board.NoMan)
		for to := range board.Squares(colored(board.ManPawn, x.black).Attacks(from, 0)) {
			for captured := board.ManPawn; captured < board.ManKing; captured++ {
				add(to, captured)
			}
		}
	}
}

// between returns the squares between two squares of a line.
func between(from, to int) uint64 {
	for _, ray := range &rays[from] {
		passed := uint64(0)
		for _, s := range ray {
			if int(s) == to {
				return passed
			}
			passed |= 1 << s
		}
	}
	return 0
}

// passants calls add for every capture in passing.
func (x *tasks) passants(add func(from, pawn, to int)) {
	rank := 4
	if x.black {
		rank = 3
	}
	for file := range 8 {
		for _, side := range [...]int{-1, 1} {
			if file+side >= 0 && file+side < 8 {
				from := 8*rank + file
				add(from, from+side, from+side+forward(x.black))
			}
		}
	}
}

// passant adds a capture in passing, perhaps with a slider and a victim between whom it opens the rank.
func (x *tasks) passant(from, pawn, to int, others ...manOn) {
	t := task{from: uint8(from), to: uint8(to), black: x.black, Special: EnPassant, empty: 1<<to | 1<<(to+forward(x.black))} // where the other pawn passed and came from
	t.men[0], t.men[1] = manOn{t.from, colored(board.ManPawn, x.black)}, manOn{uint8(pawn), colored(board.ManPawn, !x.black)}
	copy(t.men[2:], others)
	for _, o := range others {
		t.empty |= between(int(o.sq), from) | between(int(o.sq), pawn)
	}
	t.empty &^= 1<<from | 1<<pawn
	x.list = append(x.list, t)
}

// passantsOnRank adds a capture in passing between all sliders and all victims on its rank.
func (x *tasks) passantsOnRank(from, pawn, to int) {
	for left := from &^ 7; left < min(from, pawn); left++ {
		for right := max(from, pawn) + 1; right <= from|7; right++ {
			for _, ends := range [...][2]int{{left, right}, {right, left}} {
				for _, slider := range [...]board.Man{board.ManRook, board.ManQueen, board.ManRook | board.ManBlack, board.ManQueen | board.ManBlack} {
					for _, victim := range men {
						if victim.Kind() != board.ManKing {
							x.passant(from, pawn, to, manOn{uint8(ends[0]), slider}, manOn{uint8(ends[1]), victim})
						}
					}
				}
			}
		}
	}
}

// castlings adds castling of every king with every rook, and oftener as in chess.
func (x *tasks) castlings() {
	home := 0
	if x.black {
		home = 56
	}
	castle := func(from, rook int) {
		m := DeltaMove{From: home + from, To: home + rook}
		x.list = append(x.list, task{
			from: uint8(m.From), to: uint8(m.To), black: x.black, Special: Castling, empty: m.way(),
			men: [4]manOn{{uint8(m.From), colored(board.ManKing, x.black)}, {uint8(m.To), colored(board.ManRook, x.black)}},
		})
	}
	for from := 1; from < 7; from++ { // in Chess960 the king begins between his rooks
		for rook := range 8 {
			if rook != from {
				castle(from, rook)
			}
		}
	}
	for range 10 {
		castle(4, 0)
		castle(4, 7)
	}
}

// way returns the squares that must be empty for castling, but for king and rook.
func (m *DeltaMove) way() uint64 {
	king, rook := m.Castled()
	return between(m.From, m.To) | between(m.From, king) | between(m.To, rook) | 1<<king | 1<<rook
}

// compose puts others around the men of a move until it is legal, or for some times.
func (x *composer) compose(t *task) {
	const tries = 20
	m := DeltaMove{Black: t.black, From: int(t.from), To: int(t.to), Promotion: t.promotion, Special: t.Special}
	switch t.Special {
	case EnPassant:
		m.EnPassant = 1 << t.to
	case Castling:
		m.Castling = 1 << t.to
	}
	for _, man := range t.men {
		if man.Man != board.NoMan {
			m.Men[man.sq] = man.Man
		}
	}
	touched := m.Men.Occ() | 1<<m.To
	var lines uint64
	for sq := range board.Squares(touched) {
		lines |= board.Lines(board.Queen, sq)
	}
	for range tries {
		x.DeltaMove = m
		x.fill(lines, t.empty|touched, x.rng.IntN(28))
		if x.kings(t.empty|touched) && x.legal() {
			x.ended = !x.ask(&x.DeltaMove)
			return
		}
	}
}

// fill adds up to n men, two in three of them on squares of some, which is not empty, and none on squares of keep. A game can have all these men.
func (x *composer) fill(some, keep uint64, n int) {
	var all, promoted [2]int // by color
	most := [...]int{board.ManKnight: 2, board.ManBishop: 2, board.ManRook: 2, board.ManQueen: 1}
	counts := [2][8]int{}
	note := func(man board.Man) bool {
		c, kind := man/board.ManBlack, man.Kind()
		if all[c] == 15 { // and a king
			return false
		}
		if kind == board.ManPawn || int(kind) < len(most) && counts[c][kind] >= most[kind] {
			if promoted[c] == 8 {
				return false
			}
			promoted[c]++ // pawns count, too: they and promoted men are eight together
		}
		counts[c][kind]++
		all[c]++
		return true
	}
	for _, man := range x.Men {
		if man != board.NoMan && man.Kind() != board.ManKing {
			note(man)
		}
	}
	for i := range n {
		sq := x.rng.IntN(64)
		if i%3 != 0 {
			sq = bits.TrailingZeros64(drawn(x.rng, some))
		}
		kind := board.ManPawn + board.Man(x.rng.IntN(5))
		man := colored(kind, x.rng.IntN(2) != 0)
		if (keep|x.Men.Occ())>>sq&1 != 0 || kind == board.ManPawn && (sq < 8 || sq >= 56) || !note(man) {
			continue
		}
		x.Men[sq] = man
	}
}

// kings puts the kings that are missing where nobody attacks them, and reports whether it found squares.
func (x *composer) kings(keep uint64) bool {
	for _, black := range [...]bool{!x.Black, x.Black} {
		for try := 0; king(&x.Men, black) < 0; try++ {
			sq := x.rng.IntN(64)
			if try == 30 {
				return false
			}
			if (keep|x.Men.Occ())>>sq&1 == 0 && !attacked(&x.Men, sq, !black) {
				x.Men[sq] = colored(board.ManKing, black)
			}
		}
	}
	return true
}

// game asks about random moves of a game.
func (x *composer) game() {
	x.DeltaMove = DeltaMove{Castling: 0x8100000000000081} // the corners
	x.Men, _ = board.ParseMen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	for range 100 {
		moved := false
		for try := 0; try < 100 && !moved; try++ {
			moved = x.drawMove() && x.legal()
		}
		if !moved {
			return
		}
		if x.ended = !x.ask(&x.DeltaMove); x.ended {
			return
		}
		x.make()
	}
}

// drawMove draws a move by the rules of its man, but for checks, and reports whether there is one.
func (x *composer) drawMove() bool {
	var own, others uint64
	for sq, man := range x.Men {
		if man != board.NoMan && man&board.ManBlack == colored(0, x.Black) {
			own |= 1 << sq
		} else if man != board.NoMan {
			others |= 1 << sq
		}
	}
	x.From, x.Special, x.Promotion = bits.TrailingZeros64(drawn(x.rng, own)), Ordinary, board.NoMan
	occ := own | others
	man := x.Men[x.From]
	targets := man.Attacks(x.From, occ) &^ own
	switch man.Kind() {
	case board.ManPawn:
		targets &= others | x.EnPassant
		if to := x.From + forward(x.Black); occ>>to&1 == 0 {
			targets |= 1 << to
			if rank := x.From >> 3; (rank == 1 && !x.Black || rank == 6 && x.Black) && occ>>(to+forward(x.Black))&1 == 0 {
				targets |= 1 << (to + forward(x.Black))
			}
		}
	case board.ManKing:
		for rook := range board.Squares(x.Castling & own) {
			if x.To = rook; occ&^(1<<x.From|1<<rook)&x.way() == 0 && x.rng.IntN(2) == 0 {
				x.Special = Castling
				return true
			}
		}
	}
	if targets == 0 {
		return false
	}
	x.To = bits.TrailingZeros64(drawn(x.rng, targets))
	if man.Kind() == board.ManPawn {
		if x.EnPassant>>x.To&1 != 0 {
			x.Special = EnPassant
		}
		if x.To < 8 || x.To >= 56 {
			x.Promotion = colored(board.ManKnight+board.Man(x.rng.IntN(4)), x.Black)
		}
	}
	return true // and takes no king, as the move before was legal
}

// make makes the move.
func (x *composer) make() {
	man, after := x.Men[x.From], x.After()
	x.Castling &^= 1<<x.From | 1<<x.To
	x.EnPassant = 0
	switch man.Kind() {
	case board.ManKing:
		for rook := range board.Squares(x.Castling) {
			if x.Men[rook] == colored(board.ManRook, x.Black) {
				x.Castling &^= 1 << rook
			}
		}
	case board.ManPawn:
		if x.To-x.From == 2*forward(x.Black) {
			passed := x.From + forward(x.Black)
			for _, side := range [...]int{-1, 1} {
				if file := x.To&7 + side; file >= 0 && file < 8 && after[x.To+side] == colored(board.ManPawn, !x.Black) {
					x.EnPassant = 1 << passed
				}
			}
		}
	}
	x.Men, x.Black = after, !x.Black
}
