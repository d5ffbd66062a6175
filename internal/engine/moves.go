// Package engine is a small chess engine to measure sliders in: a legal move generator, a search with an evaluation that asks for attacks as engines do, a search with a
// network, and the threats that a move changes. It asks package sliders, which a build with an overlay binds to any technique. Folder c has the same engine in C: the same nodes and scores.
//
// The generator knows before it generates which moves are legal: targets must lie in the check's mask, and pinned pieces move along their pins. So the last ply
// of a perft is counted, not made. Indices like sq&63, us&1 and piece%position.Pieces are in range anyway: the operation spares the compiler's bounds check.
package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
)

// bundle holds moves of one piece, or of all pawns in one direction.
type bundle struct {
	targets uint64
	from    int32          // the square; for pawns, the step from it to a target
	piece   position.Piece // that moves
	kind    kind
}

type kind uint8

const (
	plain kind = iota
	enPassant
	castling
)

// Moves are the legal moves of a position, and what the generator saw on the way.
type Moves struct {
	bundles  [32]bundle // room for 15 pieces, the king, two castlings, and pawns in 6 ways: a step, two, captures to either side, and as many captures in passing
	n        int        // of bundles
	count    int        // of moves
	checkers uint64     // pieces that give check
}

// add notes a bundle and counts its moves.
func (m *Moves) add(targets uint64, from int, piece position.Piece, kind kind) {
	m.bundles[m.n&31] = bundle{targets, int32(from), piece, kind}
	m.n++
	m.count += bits.OnesCount64(targets)
}

// addPawns notes moves of pawns; on the last rank each is four moves.
func (m *Moves) addPawns(targets uint64, step int) {
	m.add(targets, step, position.Pawn, plain)
	m.count += 3 * bits.OnesCount64(targets&lastRanks)
}

const lastRanks uint64 = 0xff000000000000ff

// view holds what all pieces of a side need to know.
type view struct {
	*position.Position
	us, them                 position.Color
	own, their, occ          uint64
	king                     int
	straight, diagonal       uint64 // the other side's sliders, queens in both
	allowed                  uint64 // targets that leave no check, for all pieces but the king
	pinStraight, pinDiagonal uint64 // pins along ranks and files, and along diagonals: their pinned piece, the way to it and beyond, and the slider
}

// look finds checks and pins.
func look(p *position.Position) (v view, checkers uint64) {
	us := p.Turn & 1
	v.Position, v.us, v.them = p, us, us^1
	v.own, v.their = p.Colors[us], p.Colors[us^1]
	v.occ = v.own | v.their
	v.king = bits.TrailingZeros64(p.Types[position.King]&v.own) & 63
	queens := p.Types[position.Queen]
	v.straight, v.diagonal = (p.Types[position.Rook]|queens)&v.their, (p.Types[position.Bishop]|queens)&v.their

	rook, bishop := sliders.Both(v.king, v.occ)
	checkers = rook&v.straight | bishop&v.diagonal |
		position.KnightAttacks[v.king]&p.Types[position.Knight]&v.their |
		position.PawnAttacks[us][v.king]&p.Types[position.Pawn]&v.their
	switch {
	case checkers == 0:
		v.allowed = ^v.own
	case checkers&(checkers-1) == 0: // a single checker; under two of them, allowed stays empty
		v.allowed = checkers | position.Between[v.king][bits.TrailingZeros64(checkers)&63]
	}
	// A slider pins if the king sees it only once the own pieces are taken away that the king sees now.
	if position.RookLines[v.king]&v.straight&^rook != 0 {
		v.pinStraight = v.pins(sliders.Rook(v.king, v.occ&^(rook&v.own)) & v.straight &^ rook)
	}
	if position.BishopLines[v.king]&v.diagonal&^bishop != 0 {
		v.pinDiagonal = v.pins(sliders.Bishop(v.king, v.occ&^(bishop&v.own)) & v.diagonal &^ bishop)
	}
	return v, checkers
}

// pins returns the ways of pinning sliders to the king, the sliders included.
func (v *view) pins(pinning uint64) (pins uint64) {
	for ; pinning != 0; pinning &= pinning - 1 {
		sq := bits.TrailingZeros64(pinning) & 63
		pins |= position.Between[v.king][sq] | 1<<sq
	}
	return pins
}

// generate finds all legal moves of a position and returns their number.
func (m *Moves) generate(p *position.Position) int {
	v, checkers := look(p)
	m.n, m.count, m.checkers = 0, 0, checkers
	m.kings(&v)
	if v.allowed == 0 { // two pieces give check: only the king moves
		return m.count
	}
	pinned := v.pinStraight | v.pinDiagonal
	for set := p.Types[position.Knight] & v.own &^ pinned; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		m.add(position.KnightAttacks[sq]&v.allowed, sq, position.Knight, plain)
	}
	for set := p.Types[position.Bishop] & v.own &^ v.pinStraight; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		targets := sliders.BishopMoves(sq, v.own, v.occ) & v.allowed
		if v.pinDiagonal>>sq&1 != 0 {
			targets &= v.pinDiagonal
		}
		m.add(targets, sq, position.Bishop, plain)
	}
	for set := p.Types[position.Rook] & v.own &^ v.pinDiagonal; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		targets := sliders.RookMoves(sq, v.own, v.occ) & v.allowed
		if v.pinStraight>>sq&1 != 0 {
			targets &= v.pinStraight
		}
		m.add(targets, sq, position.Rook, plain)
	}
	for set := p.Types[position.Queen] & v.own; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set) & 63
		var targets uint64
		switch {
		case pinned>>sq&1 == 0:
			targets = sliders.QueenMoves(sq, v.own, v.occ)
		case v.pinStraight>>sq&1 != 0:
			targets = sliders.RookMoves(sq, v.own, v.occ) & v.pinStraight
		default:
			targets = sliders.BishopMoves(sq, v.own, v.occ) & v.pinDiagonal
		}
		m.add(targets&v.allowed, sq, position.Queen, plain)
	}
	m.pawns(&v)
	if p.EnPassant != 0 {
		m.enPassant(&v, checkers)
	}
	return m.count
}

// kings finds the king's moves.
func (m *Moves) kings(v *view) {
	targets := position.KingAttacks[v.king] &^ v.own
	rooks := v.Castling & v.own
	if m.checkers != 0 {
		rooks = 0
	}
	if targets|rooks == 0 {
		return
	}
	danger := attacked(v.Position, v.them, v.occ&^(1<<v.king)) // the king does not hide squares behind it
	m.add(targets&^danger, v.king, position.King, plain)
	for ; rooks != 0; rooks &= rooks - 1 {
		if rook := bits.TrailingZeros64(rooks) & 63; v.canCastle(rook, danger) {
			m.add(1<<rook, v.king, position.King, castling)
		}
	}
}

// canCastle reports whether the king may castle with a rook: the squares that the two pass are empty, and the other side attacks none of the king's
// squares. A rook that starts on another file than a and h, in Chess960, may have hidden a slider behind it.
func (v *view) canCastle(rook int, danger uint64) bool {
	kingTo, rookTo := position.NewCastling(v.king, rook).Castled()
	kingPath := position.Between[v.king][kingTo&63] | 1<<kingTo
	path := kingPath | position.Between[rook&63][rookTo&63] | 1<<rookTo
	both := uint64(1)<<v.king | uint64(1)<<rook
	if path&^both&v.occ != 0 || kingPath&danger != 0 {
		return false
	}
	return (position.FileA|position.FileH)>>rook&1 != 0 ||
		sliders.Rook(kingTo&63, v.occ&^both|1<<rookTo)&v.straight == 0
}

// attacked returns all squares that a side attacks under an occupancy.
func attacked(p *position.Position, by position.Color, occ uint64) uint64 {
	pieces := p.Colors[by&1]
	attacks := position.PawnsAttack(by, p.Types[position.Pawn]&pieces) |
		position.KingAttacks[bits.TrailingZeros64(p.Types[position.King]&pieces)&63]
	for set := p.Types[position.Knight] & pieces; set != 0; set &= set - 1 {
		attacks |= position.KnightAttacks[bits.TrailingZeros64(set)&63]
	}
	rooks, bishops, queens := p.Types[position.Rook]&pieces, p.Types[position.Bishop]&pieces, p.Types[position.Queen]&pieces
	if sliders.Sets {
		return attacks | sliders.Rooks(rooks|queens, occ) | sliders.Bishops(bishops|queens, occ)
	}
	for ; rooks != 0; rooks &= rooks - 1 {
		attacks |= sliders.Rook(bits.TrailingZeros64(rooks)&63, occ)
	}
	for ; bishops != 0; bishops &= bishops - 1 {
		attacks |= sliders.Bishop(bits.TrailingZeros64(bishops)&63, occ)
	}
	for ; queens != 0; queens &= queens - 1 {
		attacks |= sliders.Queen(bits.TrailingZeros64(queens)&63, occ)
	}
	return attacks
}

// pawns finds the moves of all pawns, direction by direction. A pin lets a pawn go along it: no piece is pinned on two lines, and
// a pawn's step from one pin never meets another one.
func (m *Moves) pawns(v *view) {
	pawns := v.Types[position.Pawn] & v.own
	up := position.Forward(v.us)
	walking := pawns &^ v.pinDiagonal
	steps := bits.RotateLeft64(walking&^v.pinStraight, up) | bits.RotateLeft64(walking&v.pinStraight, up)&v.pinStraight
	steps &^= v.occ // steps that leave a check stay: a second step may end the check
	m.addPawns(steps&v.allowed, up)
	double := bits.RotateLeft64(steps&position.Rank(2, v.us), up) &^ v.occ & v.allowed
	m.add(double, 2*up, position.Pawn, plain)
	capturing := pawns &^ v.pinStraight
	for side, edge := range [...]uint64{position.FileA, position.FileH} {
		step := up + 2*side - 1
		free := bits.RotateLeft64(capturing&^edge&^v.pinDiagonal, step)
		bound := bits.RotateLeft64(capturing&^edge&v.pinDiagonal, step) & v.pinDiagonal
		m.addPawns((free|bound)&v.their&v.allowed, step)
	}
}

// enPassant finds captures in passing. Two pawns leave their rank at once, which may uncover a check without a pin, so each
// capture is tried.
func (m *Moves) enPassant(v *view, checkers uint64) {
	to := bits.TrailingZeros64(v.EnPassant) & 63
	captured := bits.RotateLeft64(v.EnPassant, -position.Forward(v.us))
	if checkers&^captured&(v.Types[position.Pawn]|v.Types[position.Knight]) != 0 { // a check that stays; those of sliders are looked up below
		return
	}
	for set := position.PawnAttacks[v.them][to] & v.Types[position.Pawn] & v.own; set != 0; set &= set - 1 {
		from := bits.TrailingZeros64(set) & 63
		rook, bishop := sliders.Both(v.king, v.occ&^captured&^(1<<from)|v.EnPassant)
		if rook&v.straight|bishop&v.diagonal == 0 {
			m.add(v.EnPassant, to-from, position.Pawn, enPassant)
		}
	}
}

// List is room for the moves of any position.
type List [256]position.Move

// list writes all moves to a list and returns their number.
func (m *Moves) list(to *List) (n int) {
	for _, b := range m.bundles[:m.n&31] {
		for targets := b.targets; targets != 0; targets &= targets - 1 {
			sq := bits.TrailingZeros64(targets) & 63
			from := int(b.from)
			if b.piece == position.Pawn {
				from = sq - from
			}
			switch {
			case b.kind == castling:
				to[n&255] = position.NewCastling(from, sq)
			case b.kind == enPassant:
				to[n&255] = position.NewEnPassant(from, sq)
			case b.piece == position.Pawn && lastRanks>>sq&1 != 0:
				for piece := position.Queen; piece > position.Knight; piece-- {
					to[n&255] = position.NewMove(from, sq, position.Pawn, piece)
					n++
				}
				to[n&255] = position.NewMove(from, sq, position.Pawn, position.Knight)
			default:
				to[n&255] = position.NewMove(from, sq, b.piece, position.Pawn)
			}
			n++
		}
	}
	return n
}
