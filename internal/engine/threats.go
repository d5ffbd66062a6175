package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
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
	if before != board.NoMan {
		list(p, sq, before, attacks(before, sq, occ)&victims, attackers, 0, d)
	}
	if after != board.NoMan {
		list(p, sq, after, attacks(after, sq, occ)&victims, attackers, board.Appears, d)
	}
	if before == board.NoMan || after == board.NoMan { // a ray through sq closes or opens: its slider loses or gets the victim behind sq, whom the lookups from sq see, too
		sign := board.Threat(0)
		if after == board.NoMan {
			sign = board.Appears
		}
		seen := (rook | bishop) & victims
		for set := straight | diagonal; set != 0; set &= set - 1 {
			from := bits.TrailingZeros64(set)
			if behind := position.Behind[from&63][sq&63] & seen; behind != 0 {
				to := bits.TrailingZeros64(behind)
				d.Add(board.NewThreat(p.Men[from&63], from, p.Men[to&63], to) | sign)
			}
		}
	}
}

// list adds the threats of a man on a square to victims, and of attackers to him, all with one sign: 0 if they vanish, board.Appears if they appear.
func list(p *position.Mailbox, sq int, man board.Man, victims, attackers uint64, sign board.Threat, d *board.Delta) {
	for ; victims != 0; victims &= victims - 1 {
		to := bits.TrailingZeros64(victims)
		d.Add(board.NewThreat(man, sq, p.Men[to&63], to) | sign)
	}
	if man.Kind() == board.ManKing { // an attack on a king is no threat
		return
	}
	for ; attackers != 0; attackers &= attackers - 1 {
		from := bits.TrailingZeros64(attackers)
		d.Add(board.NewThreat(p.Men[from&63], from, man, sq) | sign)
	}
}
