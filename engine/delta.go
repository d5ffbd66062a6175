package engine

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
)

// MakeDelta writes the position after a legal move to another place, and the move's delta to d. It changes one square after the other, at most four, each on the board that
// the changes before have left.
func MakeDelta(p *position.Mailbox, m position.Move, after *position.Mailbox, d *board.Delta) {
	d.N = 0
	*after = *p
	us := p.Turn & 1
	from, to := m.From(), m.To()
	mover := p.Men[from]
	switch {
	case m.IsCastling():
		rook := p.Men[to]
		kingTo, rookTo := m.Castled()
		change(after, from, mover, board.NoMan, d)
		change(after, to, rook, board.NoMan, d)
		change(after, kingTo, board.NoMan, mover, d)
		change(after, rookTo, board.NoMan, rook, d)
	case m.IsEnPassant():
		captured := to - 8 + 16*int(us)
		change(after, captured, p.Men[captured&63], board.NoMan, d)
		change(after, from, mover, board.NoMan, d)
		change(after, to, board.NoMan, mover, d)
	default:
		becomes := mover
		if m.Promotion() != position.Pawn {
			becomes = position.NewMan(m.Promotion(), us)
		}
		change(after, from, mover, board.NoMan, d)
		change(after, to, p.Men[to], becomes, d)
	}
	after.Turned(m)
}

// change adds the threats that vanish and appear if a square has another man, or none, and puts him there.
func change(p *position.Mailbox, sq int, before, after board.Man, d *board.Delta) {
	threats(p, sq, before, after, d)
	p.Set(sq, before, after)
}
