package engine

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
)

// MakeDelta sets *after to the position after a legal move, and *d to the move's delta. It changes one square after the other, at most four, each on the board that
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
		captured := to - 8 + 16*int(us) // one rank back: down for White, up for Black
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

// attacks returns what a man, not NoMan, on a square attacks; a queen by her own lookup. Its callers are in threats.go, which a build may replace, and in the search with a network.
func attacks(man board.Man, sq int, occ uint64) uint64 {
	switch man.Kind() {
	case board.ManPawn:
		return position.PawnAttacks[man>>3&1][sq&63] // bit 3 of a man is his color
	case board.ManKnight:
		return position.KnightAttacks[sq&63]
	case board.ManBishop:
		return sliders.Bishop(sq, occ)
	case board.ManRook:
		return sliders.Rook(sq, occ)
	case board.ManQueen:
		return sliders.Queen(sq, occ)
	}
	return position.KingAttacks[sq&63]
}
