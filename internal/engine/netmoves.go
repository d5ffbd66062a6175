package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/network"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
)

// The stages of NetSearch's move generation: first captures and promotions to a queen, then all other moves, promotions to lesser pieces by a capture included.
const (
	loudMoves = 1 << iota
	quietMoves
)

// listing is a list of moves that grows. Method targets adds the moves of a piece, steps those of pawns by one step, and promotions those of some stages on the last rank.
type listing struct {
	list *List
	n    int
}

func (l *listing) add(m position.Move) {
	l.list[l.n&(len(List{})-1)] = m
	l.n++
}

func (l *listing) targets(targets uint64, from int, piece position.Piece) {
	for ; targets != 0; targets &= targets - 1 {
		l.add(position.NewMove(from, bits.TrailingZeros64(targets), piece, position.Pawn))
	}
}

func (l *listing) steps(targets uint64, step int) {
	for ; targets != 0; targets &= targets - 1 {
		to := bits.TrailingZeros64(targets)
		l.add(position.NewMove(to-step, to, position.Pawn, position.Pawn))
	}
}

func (l *listing) promotions(targets uint64, step, stages int) {
	for ; targets != 0; targets &= targets - 1 {
		to := bits.TrailingZeros64(targets)
		if stages&loudMoves != 0 {
			l.add(position.NewMove(to-step, to, position.Pawn, position.Queen))
		}
		if stages&quietMoves != 0 {
			for piece := position.Rook; piece > position.Pawn; piece-- {
				l.add(position.NewMove(to-step, to, position.Pawn, piece))
			}
		}
	}
}

// againstCheck returns where other men than the king may go: in check, to the checker's square and between.
func (here *netPly) againstCheck(p *network.Node) uint64 {
	switch {
	case here.checkers == 0:
		return ^uint64(0)
	case here.checkers&(here.checkers-1) != 0:
		return 0
	}
	return here.checkers | position.Between[p.KingSquare(p.Turn)&63][bits.TrailingZeros64(here.checkers)&63]
}

// stage lists the moves of some stages, whether or not they leave the king in check.
func (here *netPly) stage(p *network.Node, stages int) (n int) {
	own, their, occ := p.Colors[p.Turn&1], p.Colors[p.Turn&1^1], p.Occ()
	l := listing{list: &here.list}
	var target uint64
	if stages&loudMoves != 0 {
		target |= their
	}
	if stages&quietMoves != 0 {
		target |= ^occ
	}
	if allowed := here.againstCheck(p); allowed != 0 {
		here.pawns(p, &l, stages, allowed)
		allowed &= target
		for set := p.Types[position.Knight] & own; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			l.targets(position.KnightAttacks[sq]&allowed, sq, position.Knight)
		}
		for set := p.Types[position.Bishop] & own; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			l.targets(sliders.Bishop(sq, occ)&allowed, sq, position.Bishop)
		}
		for set := p.Types[position.Rook] & own; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			l.targets(sliders.Rook(sq, occ)&allowed, sq, position.Rook)
		}
		for set := p.Types[position.Queen] & own; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set) & 63
			l.targets(sliders.Queen(sq, occ)&allowed, sq, position.Queen)
		}
	}
	king := p.KingSquare(p.Turn) & 63
	l.targets(position.KingAttacks[king]&target, king, position.King)
	if stages&quietMoves == 0 || here.checkers != 0 {
		return l.n
	}
	for rooks := p.Castling & own; rooks != 0; rooks &= rooks - 1 {
		rook := bits.TrailingZeros64(rooks) & 63
		m := position.NewCastling(king, rook)
		kingTo, rookTo := m.Castled()
		path := position.Between[king][kingTo&63] | 1<<kingTo | position.Between[rook][rookTo&63] | 1<<rookTo
		if path&^(1<<king|1<<rook)&occ == 0 {
			l.add(m)
		}
	}
	return l.n
}

// pawns lists the moves of pawns to allowed squares, and captures in passing.
func (here *netPly) pawns(p *network.Node, l *listing, stages int, allowed uint64) {
	us := p.Turn & 1
	up := position.Forward(us)
	pawns, their, empty := p.Types[position.Pawn]&p.Colors[us], p.Colors[us^1], ^p.Occ()
	steps := bits.RotateLeft64(pawns, up) & empty
	twice := bits.RotateLeft64(steps&position.Rank(2, us), up) & empty & allowed
	left := bits.RotateLeft64(pawns&^position.FileA, up-1) & their & allowed
	right := bits.RotateLeft64(pawns&^position.FileH, up+1) & their & allowed
	steps &= allowed
	if stages&quietMoves != 0 {
		l.steps(steps&^lastRanks, up)
		l.steps(twice, 2*up)
	}
	if stages&loudMoves != 0 {
		l.steps(left&^lastRanks, up-1)
		l.steps(right&^lastRanks, up+1)
	}
	l.promotions(left&lastRanks, up-1, stages)
	l.promotions(right&lastRanks, up+1, stages)
	l.promotions(steps&lastRanks, up, stages)
	if p.EnPassant == 0 || stages&loudMoves == 0 || here.checkers&^bits.RotateLeft64(p.EnPassant, -up)&(p.Types[position.Pawn]|p.Types[position.Knight]) != 0 {
		return // the last: a check by a pawn or knight other than the captured pawn stays; legal looks up those of sliders
	}
	to := bits.TrailingZeros64(p.EnPassant) & 63
	for set := position.PawnAttacks[us^1][to] & pawns; set != 0; set &= set - 1 {
		l.add(position.NewEnPassant(bits.TrailingZeros64(set), to))
	}
}

// legal reports whether a listed move leaves the king safe. In check, only targets that answer it are listed: so legal looks at pins alone, but for kings and special moves.
func (here *netPly) legal(p *network.Node, m position.Move) bool {
	us := p.Turn & 1
	from, to, king, occ := m.From(), m.To(), p.KingSquare(us)&63, p.Occ()
	switch {
	case m.IsEnPassant():
		captured := from&56 | to&7 // it stands beside the other pawn
		rook, bishop := sliders.Both(king, occ&^(1<<from|1<<captured)|1<<to)
		queens := p.Types[position.Queen]
		return (rook&(p.Types[position.Rook]|queens)|bishop&(p.Types[position.Bishop]|queens))&p.Colors[us^1] == 0
	case m.IsCastling():
		kingTo, _ := m.Castled()
		for path := position.Between[king][kingTo&63] | 1<<kingTo; path != 0; path &= path - 1 {
			if isAttacked(p, bits.TrailingZeros64(path), us^1, occ) {
				return false
			}
		}
		return here.blockers[us]>>to&1 == 0 // the rook, on to, may have hidden a slider behind it, as in canCastle
	case from == king:
		return !isAttacked(p, to, us^1, occ&^(1<<from))
	}
	return here.blockers[us]>>from&1 == 0 || (position.Between[king][from]|position.Behind[king][from])>>to&1 != 0 // a pinned man stays on his line
}

// isAttacked reports whether a side attacks a square under an occupancy. Most squares are on no line of its sliders.
func isAttacked(p *network.Node, sq int, by position.Color, occ uint64) bool {
	men := p.Colors[by&1]
	straight, diagonal := (p.Types[position.Rook]|p.Types[position.Queen])&men, (p.Types[position.Bishop]|p.Types[position.Queen])&men
	sq &= 63
	return (position.PawnAttacks[by&1^1][sq]&p.Types[position.Pawn]|position.KnightAttacks[sq]&p.Types[position.Knight]|
		position.KingAttacks[sq]&p.Types[position.King])&men != 0 ||
		position.RookLines[sq]&straight != 0 && sliders.Rook(sq, occ)&straight != 0 ||
		position.BishopLines[sq]&diagonal != 0 && sliders.Bishop(sq, occ)&diagonal != 0
}

// couldList reports whether the table's move could be listed here: in engines, several threads write to one table. Special moves are trusted, for the whole key fits.
func (here *netPly) couldList(p *network.Node, m position.Move) bool {
	us, from, to := p.Turn&1, m.From(), m.To()
	man := position.NewMan(m.Piece(), us)
	switch {
	case isSpecial(m):
		return true
	case p.Men[from] != man || p.Colors[us]>>to&1 != 0:
		return false
	case m.Piece() != position.King && here.againstCheck(p)>>to&1 == 0:
		return false
	case m.Piece() != position.Pawn:
		return attacks(man, from, p.Occ())>>to&1 != 0
	case p.Colors[us^1]>>to&1 != 0:
		return position.PawnAttacks[us][from]>>to&1 != 0
	}
	up, occ := position.Forward(us), p.Occ()
	return occ>>to&1 == 0 && (to == from+up || to == from+2*up && position.Rank(1, us)>>from&1 != 0 && occ>>((from+up)&63)&1 == 0)
}

// reaches reports whether a move wins at least a threshold if both sides go on capturing on its square with their least pieces for as long as it pays. A side's pinned
// pieces stay where they are while any of those that pin them does.
func (here *netPly) reaches(p *network.Node, m position.Move, threshold int) bool {
	if isSpecial(m) {
		return threshold <= 0
	}
	to, turn, result := m.To(), p.Turn&1, true // result: the answer if the other side does not capture
	swap := -threshold                         // by how much a side's capture puts it above its goal: first the move itself, then the captures of either side in turn
	if victim := p.Men[to]; victim != board.NoMan {
		swap += worth[(victim.Kind()-board.ManPawn)%position.Pieces]
	}
	if swap < 0 {
		return false
	}
	if swap = worth[m.Piece()%position.Pieces] - swap; swap <= 0 { // even if that piece is lost
		return true
	}
	queens := p.Types[position.Queen]
	straight, diagonal := p.Types[position.Rook]|queens, p.Types[position.Bishop]|queens
	occ := p.Occ() ^ 1<<m.From() ^ 1<<to
	men := Attackers(&p.Position, to, occ)
	for {
		turn ^= 1
		men &= occ
		own := men & p.Colors[turn&1]
		if here.pinners[turn&1]&occ != 0 {
			own &^= here.blockers[turn&1]
		}
		if own == 0 {
			return result
		}
		result = !result
		least := position.Pawn
		for own&p.Types[least%position.Pieces] == 0 {
			least++
		}
		if least == position.King {
			return result != (men&p.Colors[turn&1^1] != 0) // it may not capture what is defended
		}
		swap = worth[least%position.Pieces] - swap
		if swap < 0 || swap == 0 && result { // taking this man, too, would not change the result
			return result
		}
		from := own & p.Types[least%position.Pieces]
		occ ^= from & -from
		switch least {
		case position.Pawn, position.Bishop:
			men |= sliders.Bishop(to, occ) & diagonal
		case position.Rook:
			men |= sliders.Rook(to, occ) & straight
		case position.Queen:
			rook, bishop := sliders.Both(to, occ)
			men |= rook&straight | bishop&diagonal
		}
	}
}

// sorted sorts the first n moves of the list in place, the best score first, and returns them. Moves with equal scores stay in their order.
func (here *netPly) sorted(n int) []position.Move {
	for i := 1; i < n; i++ {
		m, score, j := here.list[i], here.scores[i], i
		for ; j > 0 && here.scores[j-1] < score; j-- {
			here.list[j], here.scores[j] = here.list[j-1], here.scores[j-1]
		}
		here.list[j], here.scores[j] = m, score
	}
	return here.list[:n]
}

// loud returns the loud moves: the most valuable victim first, then the least valuable piece.
func (here *netPly) loud(p *network.Node) []position.Move {
	n := here.stage(p, loudMoves)
	for i, m := range here.list[:n] {
		here.scores[i] = capture(&p.Position, m)
	}
	return here.sorted(n)
}

// evasions returns all moves out of check.
func (s *NetSearch) evasions(here *netPly, p *network.Node) []position.Move {
	n := here.stage(p, loudMoves|quietMoves)
	for i, m := range here.list[:n] {
		if m.IsCapture(&p.Position) || m.Promotion() != position.Pawn {
			here.scores[i] = captureMove + capture(&p.Position, m)
		} else {
			here.scores[i] = s.history[p.Men[m.From()]&15][m.To()]
		}
	}
	return here.sorted(n)
}

// quiets returns the quiet moves: by history, checks that lose little, and whether lesser men attack where they come from and go to. The weights 20, -75 and 16384 are Stockfish's.
func (s *NetSearch) quiets(here *netPly, p *network.Node) []position.Move {
	them := p.Turn&1 ^ 1
	their, occ := p.Colors[them], p.Occ()
	pawns := position.PawnsAttack(them, p.Types[position.Pawn]&their)
	minor := pawns
	for set := p.Types[position.Knight] & their; set != 0; set &= set - 1 {
		minor |= position.KnightAttacks[bits.TrailingZeros64(set)&63]
	}
	for set := p.Types[position.Bishop] & their; set != 0; set &= set - 1 {
		minor |= sliders.Bishop(bits.TrailingZeros64(set)&63, occ)
	}
	major := minor
	for set := p.Types[position.Rook] & their; set != 0; set &= set - 1 {
		major |= sliders.Rook(bits.TrailingZeros64(set)&63, occ)
	}
	lesser := [position.Pieces]uint64{position.Knight: pawns, position.Bishop: pawns, position.Rook: minor, position.Queen: major}
	n := here.stage(p, quietMoves)
	for i, m := range here.list[:n] {
		from, to, piece := m.From(), m.To(), m.Piece()%position.Pieces
		score := 32*s.history[p.Men[from]&15][to] + int32(20*worth[piece]*(int(lesser[piece]>>from&1)-int(lesser[piece]>>to&1)))
		if here.checks[piece]>>to&1 != 0 && here.reaches(p, m, -75) { // a check that loses less than a pawn
			score += 16384
		}
		here.scores[i] = score
	}
	return here.sorted(n)
}
