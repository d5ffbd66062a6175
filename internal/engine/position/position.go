// Package position holds chess positions and moves: a position is a value of a few bitboards, and making a move writes a new one. Squares
// and sets are those of package board.
package position

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// Color is the side of a player.
type Color uint8

// The colors.
const (
	White Color = iota
	Black
)

// String returns the color's name.
func (c Color) String() string { return [...]string{"white", "black"}[c&1] }

// Piece is a kind of chess piece.
type Piece uint8

// The pieces, from the least valuable one.
const (
	Pawn Piece = iota
	Knight
	Bishop
	Rook
	Queen
	King
	Pieces = 6 // how many kinds there are
)

// Position is all that the legal moves depend on. Every square of Types is in one of the Colors. The C engine reads the same layout.
type Position struct {
	Types     [Pieces]uint64 // the squares of all pawns, of all knights, and so on
	Colors    [2]uint64      // the squares of white and black pieces
	Castling  uint64         // rooks with which their king may still castle
	EnPassant uint64         // the square that a pawn of the side to move can go to in passing, if any; a pin may forbid it
	Turn      Color
	_         [7]byte
}

// Occ returns the occupied squares.
func (p *Position) Occ() uint64 { return p.Colors[White] | p.Colors[Black] }

// KingSquare returns the square of a side's king.
func (p *Position) KingSquare(c Color) int {
	return bits.TrailingZeros64(p.Types[King] & p.Colors[c&1])
}

// At returns the piece on an occupied square.
func (p *Position) At(sq int) Piece {
	for piece := Pawn; piece < King; piece++ {
		if p.Types[piece]>>(sq&63)&1 != 0 {
			return piece
		}
	}
	return King
}

// Move is a move of one side: its squares, the piece that moves, the piece that a pawn becomes, and its special kind. Castling is the
// king's move to its rook's square, which is right for Chess960 too. The zero Move is none.
type Move uint32

// What is special about a move.
const (
	plain = iota
	enPassant
	castling
)

func newMove(from, to int, piece, promotion Piece, special int) Move {
	return Move(from&63 | to&63<<6 | int(piece)<<12 | int(promotion)<<15 | special<<18)
}

// NewMove returns a move that is neither castling nor a capture in passing. The promotion is Pawn, unless a pawn becomes another piece.
func NewMove(from, to int, piece, promotion Piece) Move {
	return newMove(from, to, piece, promotion, plain)
}

// NewEnPassant returns a pawn's capture in passing.
func NewEnPassant(from, to int) Move { return newMove(from, to, Pawn, Pawn, enPassant) }

// NewCastling returns a king's castling with the rook on a square.
func NewCastling(king, rook int) Move { return newMove(king, rook, King, Pawn, castling) }

// From returns the square that the move leaves.
func (m Move) From() int { return int(m & 63) }

// To returns the square that the move goes to, in castling the rook's.
func (m Move) To() int { return int(m >> 6 & 63) }

// Piece returns the piece that moves.
func (m Move) Piece() Piece { return Piece(m >> 12 & 7) }

// Promotion returns what a pawn becomes, Pawn for no promotion.
func (m Move) Promotion() Piece { return Piece(m >> 15 & 7) }

// IsEnPassant reports whether the move captures in passing.
func (m Move) IsEnPassant() bool { return m>>18 == enPassant }

// IsCastling reports whether the move is castling.
func (m Move) IsCastling() bool { return m>>18 == castling }

// Castled returns where castling puts the king and the rook: on the g and f files, or on the c and d files.
func (m Move) Castled() (king, rook int) {
	home := m.From() &^ 7
	if m.To() > m.From() {
		return home | 6, home | 5
	}
	return home | 2, home | 3
}

// IsCapture reports whether the move captures in a position.
func (m Move) IsCapture(p *Position) bool {
	return p.Colors[p.Turn&1^1]>>m.To()&1 != 0 || m.IsEnPassant()
}

// String returns the move as engines send it, such as e2e4 or e7e8q. Castling is the king's two steps where king and rook stand as in
// chess, and the king's way to its rook elsewhere.
func (m Move) String() string {
	to := m.To()
	if m.IsCastling() && m.From()&7 == 4 && (to&7 == 0 || to&7 == 7) {
		to, _ = m.Castled()
	}
	text := board.SquareName(m.From()) + board.SquareName(to)
	if m.Promotion() != Pawn {
		text += string("pnbrqk"[m.Promotion()])
	}
	return text
}

// Make sets *after to the position after a legal move.
func (p *Position) Make(m Move, after *Position) {
	us, them := p.Turn&1, p.Turn&1^1
	from, to := uint64(1)<<m.From(), uint64(1)<<m.To()
	*after = *p
	after.Turn, after.EnPassant = them, 0
	after.Castling &^= from | to // of a rook that moves or is captured
	if m.IsCastling() {
		king, rook := m.Castled()
		after.castle(us, from, to, 1<<king, 1<<rook)
		return
	}
	for piece := range after.Types { // whatever stands on the target
		after.Types[piece] &^= to
	}
	after.Colors[them] &^= to
	after.Colors[us] ^= from | to
	after.Types[m.Piece()%Pieces] ^= from | to
	switch m.Piece() {
	case King:
		after.Castling &^= after.Colors[us]
	case Pawn:
		after.pawn(m, us, from, to)
	}
}

// castle moves king and rook, whose squares may overlap.
func (p *Position) castle(us Color, king, rook, kingTo, rookTo uint64) {
	p.Types[King] ^= king ^ kingTo
	p.Types[Rook] ^= rook ^ rookTo
	p.Colors[us&1] = p.Colors[us&1]&^(king|rook) | kingTo | rookTo
	p.Castling &^= p.Colors[us&1]
}

// pawn makes the parts of a pawn's move that other pieces do not have.
func (p *Position) pawn(m Move, us Color, from, to uint64) {
	switch {
	case m.Promotion() != Pawn:
		p.Types[Pawn] ^= to
		p.Types[m.Promotion()%Pieces] |= to
	case m.IsEnPassant():
		captured := bits.RotateLeft64(to, -Forward(us))
		p.Types[Pawn] &^= captured
		p.Colors[us&1^1] &^= captured
	default:
		p.step(us, from, to)
	}
}

// step makes en passant possible after a pawn's two steps, if a pawn of the other side stands beside it.
func (p *Position) step(us Color, from, to uint64) {
	if from == bits.RotateLeft64(to, -2*Forward(us)) && Beside(to)&p.Types[Pawn]&p.Colors[us&1^1] != 0 {
		p.EnPassant = bits.RotateLeft64(to, -Forward(us))
	}
}
