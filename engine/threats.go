package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
	"github.com/slidebench/slidebench/engine/sliders"
)

// threats adds the threats that vanish and appear if a square has another man, or none, by lookups. A build for a technique that has a function Threats
// of its own calls that one.
func threats(p *position.Mailbox, sq int, before, after board.Man, d *board.Delta) {
	occ := p.Occ()
	rook, bishop := sliders.Both(sq, occ)
	straight := rook & (p.Types[position.Rook] | p.Types[position.Queen])
	diagonal := bishop & (p.Types[position.Bishop] | p.Types[position.Queen])
	pawns := p.Types[position.Pawn]
	attackers := straight | diagonal | position.KnightAttacks[sq&63]&p.Types[position.Knight] | position.KingAttacks[sq&63]&p.Types[position.King] |
		position.PawnAttacks[position.Black][sq&63]&pawns&p.Colors[position.White] | position.PawnAttacks[position.White][sq&63]&pawns&p.Colors[position.Black]
	victims := occ &^ p.Types[position.King]
	man, sign := before, board.Threat(0)
	if before == board.NoMan {
		man, sign = after, board.Appears
	}
	for {
		var attacks uint64 // a slider is asked for by its own lookup
		switch man.Kind() {
		case board.ManPawn:
			attacks = position.PawnAttacks[man>>3&1][sq&63]
		case board.ManKnight:
			attacks = position.KnightAttacks[sq&63]
		case board.ManBishop:
			attacks = sliders.Bishop(sq, occ)
		case board.ManRook:
			attacks = sliders.Rook(sq, occ)
		case board.ManQueen:
			attacks = sliders.Queen(sq, occ)
		default:
			attacks = position.KingAttacks[sq&63]
		}
		for set := attacks & victims; set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			d.Add(board.NewThreat(man, sq, p.Men[to&63], to) | sign)
		}
		if man.Kind() != board.ManKing {
			for set := attackers; set != 0; set &= set - 1 {
				from := bits.TrailingZeros64(set)
				d.Add(board.NewThreat(p.Men[from&63], from, man, sq) | sign)
			}
		}
		if sign != 0 || after == board.NoMan {
			break
		}
		man, sign = after, board.Appears
	}
	if before == board.NoMan || after == board.NoMan { // rays close or open: the square behind is seen from here, too
		seen := (rook | bishop) & victims
		for set := straight | diagonal; set != 0; set &= set - 1 {
			from := bits.TrailingZeros64(set)
			if behind := position.Behind[from&63][sq&63] & seen; behind != 0 {
				to := bits.TrailingZeros64(behind)
				d.Add(board.NewThreat(p.Men[from&63], from, p.Men[to&63], to) | sign ^ board.Appears)
			}
		}
	}
}
