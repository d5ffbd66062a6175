package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
)

// Worths are in hundredths of a pawn. The weights are plain: the evaluation asks for attacks as those of engines do, and need not play well. c/evaluate.c has the same
// evaluation, number for number: builds whose searches differ are not timed.
var (
	worth         = [position.Pieces]int{100, 320, 330, 500, 950, 0} // of a pawn, knight, bishop, rook, queen and king
	mobilityWorth = [position.Pieces]int{0, 4, 5, 3, 2, 0}           // of a square that a piece attacks
	threatWorth   = [position.Pieces]int{0, 2, 2, 3, 5, 0}           // of an attacked square beside the king
	advanceWorth  = [8]int{0, 0, 2, 6, 14, 30, 60, 0}                // of a pawn on a rank
)

const (
	shieldWorth  = 9  // of a pawn beside its king
	bishopsWorth = 25 // of two bishops
	tempoWorth   = 10 // of being to move
)

// Evaluate returns the worth of a position to the side to move, without looking ahead.
func Evaluate(p *position.Position) int {
	us := p.Turn & 1
	return evaluateSide(p, us) - evaluateSide(p, us^1) + tempoWorth
}

// evaluateSide adds up material, mobility, the threats to the other king, and the own king's shield.
func evaluateSide(p *position.Position, us position.Color) (score int) {
	own, their, occ := p.Colors[us&1], p.Colors[us&1^1], p.Occ()
	pawns := p.Types[position.Pawn] & own
	king := bits.TrailingZeros64(p.Types[position.King]&own) & 63
	for rank, each := range advanceWorth {
		score += each * bits.OnesCount64(pawns&position.Rank(rank, us))
	}
	score += worth[position.Pawn]*bits.OnesCount64(pawns) + shieldWorth*bits.OnesCount64(pawns&position.KingAttacks[king])
	if bits.OnesCount64(p.Types[position.Bishop]&own) > 1 {
		score += bishopsWorth
	}
	s := side{
		safe: ^own &^ position.PawnsAttack(us^1, p.Types[position.Pawn]&their),
		zone: position.KingAttacks[bits.TrailingZeros64(p.Types[position.King]&their)&63],
	}
	for set := p.Types[position.Knight] & own; set != 0; set &= set - 1 {
		s.count(position.Knight, position.KnightAttacks[bits.TrailingZeros64(set)&63])
	}
	for set := p.Types[position.Bishop] & own; set != 0; set &= set - 1 {
		s.count(position.Bishop, sliders.Bishop(bits.TrailingZeros64(set)&63, occ))
	}
	for set := p.Types[position.Rook] & own; set != 0; set &= set - 1 {
		s.count(position.Rook, sliders.Rook(bits.TrailingZeros64(set)&63, occ))
	}
	for set := p.Types[position.Queen] & own; set != 0; set &= set - 1 {
		s.count(position.Queen, sliders.Queen(bits.TrailingZeros64(set)&63, occ))
	}
	return score + s.score + s.threats*s.threats/8 // each threat counts more beside others
}

// side adds up what the pieces of a side do.
type side struct {
	safe, zone     uint64 // targets that count as mobility, and squares around the enemy king
	score, threats int
}

func (s *side) count(piece position.Piece, attacks uint64) { // adds up one more piece, by its attacks
	s.score += worth[piece] + mobilityWorth[piece]*bits.OnesCount64(attacks&s.safe)
	s.threats += threatWorth[piece] * bits.OnesCount64(attacks&s.zone)
}

// Mobility returns the number of squares that the pieces of both sides attack and may go to, pawns and kings left out.
func Mobility(p *position.Position) (squares int) {
	occ := p.Occ()
	for _, own := range p.Colors {
		for set := p.Types[position.Knight] & own; set != 0; set &= set - 1 {
			squares += bits.OnesCount64(position.KnightAttacks[bits.TrailingZeros64(set)&63] &^ own)
		}
		for set := p.Types[position.Bishop] & own; set != 0; set &= set - 1 {
			squares += bits.OnesCount64(sliders.BishopMoves(bits.TrailingZeros64(set)&63, own, occ) &^ own)
		}
		for set := p.Types[position.Rook] & own; set != 0; set &= set - 1 {
			squares += bits.OnesCount64(sliders.RookMoves(bits.TrailingZeros64(set)&63, own, occ) &^ own)
		}
		for set := p.Types[position.Queen] & own; set != 0; set &= set - 1 {
			squares += bits.OnesCount64(sliders.QueenMoves(bits.TrailingZeros64(set)&63, own, occ) &^ own)
		}
	}
	return squares
}

// Attackers returns the pieces of both sides that attack a square under an occupancy.
func Attackers(p *position.Position, sq int, occ uint64) uint64 {
	rook, bishop := sliders.Both(sq&63, occ)
	queens := p.Types[position.Queen]
	return rook&(p.Types[position.Rook]|queens) | bishop&(p.Types[position.Bishop]|queens) |
		position.KnightAttacks[sq&63]&p.Types[position.Knight] | position.KingAttacks[sq&63]&p.Types[position.King] |
		position.PawnAttacks[position.Black][sq&63]&p.Types[position.Pawn]&p.Colors[position.White] | // a black pawn on sq would attack these white ones
		position.PawnAttacks[position.White][sq&63]&p.Types[position.Pawn]&p.Colors[position.Black]
}

// ChecksAndPins returns the pieces that give check to the side to move, and its pinned pieces.
func ChecksAndPins(p *position.Position) (checkers, pinned uint64) {
	v, checkers := look(p)
	return checkers, (v.pinStraight | v.pinDiagonal) & v.own
}

// Exchange returns what a capture wins if both sides go on capturing on its square with their least pieces for as long as it
// pays. It ignores pins and promotion.
func Exchange(p *position.Position, m position.Move) int {
	sq := m.To()
	occ := p.Occ() &^ (1 << m.From())
	var gains [32]int // gains[i]: what the side of capture i gains if nobody captures after it; 32 men make at most 31 captures
	switch {
	case m.IsEnPassant():
		gains[0] = worth[position.Pawn]
		occ &^= bits.RotateLeft64(1<<sq, -position.Forward(p.Turn))
	case m.IsCapture(p):
		gains[0] = worth[p.At(sq)%position.Pieces]
	}
	queens := p.Types[position.Queen]
	straight, diagonal := p.Types[position.Rook]|queens, p.Types[position.Bishop]|queens
	attackers := Attackers(p, sq, occ) & occ
	piece, turn, n := m.Piece(), p.Turn&1^1, 0
	for ; n < len(gains)-1; n++ {
		own := attackers & p.Colors[turn&1]
		if own == 0 {
			break
		}
		least := position.Pawn
		for own&p.Types[least%position.Pieces] == 0 {
			least++
		}
		if least == position.King && attackers&p.Colors[turn&1^1] != 0 {
			break // it may not capture what is defended
		}
		gains[n+1] = worth[piece%position.Pieces] - gains[n]
		from := own & p.Types[least%position.Pieces]
		occ &^= from & -from
		// The piece, unless it is a knight, may have hidden a slider behind it.
		if least != position.Knight {
			rook, bishop := sliders.Both(sq, occ)
			attackers |= rook&straight | bishop&diagonal
		}
		attackers &= occ
		piece, turn = least, turn^1
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n]) // the side of capture n stops before it, or makes it
	}
	return gains[0]
}
