package position

import "github.com/slidebench/slidebench/board"

// Mailbox is a position with the man on each square, as engines with a network keep it. The C engine reads the same layout.
type Mailbox struct {
	Position
	Men board.Men
}

// NewMailbox returns a position with its men.
func NewMailbox(p *Position) (m Mailbox) {
	m.Position = *p
	for sq := range board.Squares(p.Occ()) {
		m.Men[sq] = NewMan(p.At(sq), Color(p.Colors[Black]>>sq&1))
	}
	return m
}

// Placed returns a mailbox of men, without castling rights, with White to move.
func Placed(men *board.Men) (m Mailbox) {
	for sq, man := range men {
		m.Set(sq, board.NoMan, man)
	}
	return m
}

// NewMan returns a piece of a color as a man.
func NewMan(piece Piece, c Color) board.Man { return board.Man(piece) + 1 | board.Man(c)<<3 }

// Set puts a man on a square, or none, in place of the man who stands there, or none. It does not touch castling rights, turn and en passant.
func (p *Mailbox) Set(sq int, before, after board.Man) {
	bit := uint64(1) << sq
	if before != board.NoMan {
		p.Types[(before.Kind()-1)%Pieces] ^= bit
		p.Colors[before>>3&1] ^= bit
	}
	if after != board.NoMan {
		p.Types[(after.Kind()-1)%Pieces] ^= bit
		p.Colors[after>>3&1] ^= bit
	}
	p.Men[sq&63] = after
}

// Turned sets what a legal move changes beside the men, who have moved already.
func (p *Mailbox) Turned(m Move) {
	us, from, to := p.Turn&1, uint64(1)<<m.From(), uint64(1)<<m.To()
	p.Turn, p.EnPassant = us^1, 0
	p.Castling &^= from | to
	switch {
	case m.Piece() == King:
		p.Castling &^= p.Colors[us]
	case m.Piece() == Pawn && m.Promotion() == Pawn:
		p.step(us, from, to)
	}
}

// Question asks for the delta of a legal move. The C engine reads the same layout.
type Question struct {
	Before  Mailbox
	Move    Move
	Follows uint32 // 1 if the move of the question before leads to this position, else 0
}
