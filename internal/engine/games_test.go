package engine_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The engine's moves are compared with those of a slow generator, which goes by the rules of chess square by square: where may each piece go, and which of these
// moves leave the own king out of check? It stands first in this file; then come the games whose positions the tests look at.

// distance returns how many files and ranks two squares are apart.
func distance(a, b int) (files, ranks int) {
	return max(a&7, b&7) - min(a&7, b&7), max(a>>3, b>>3) - min(a>>3, b>>3)
}

// attacks reports whether the piece on a square attacks another square under an occupancy.
func attacks(p *position.Position, from, to int, occ uint64) bool {
	files, ranks := distance(from, to)
	walks := func(piece board.Piece) bool {
		return lines[piece][from]>>to&1 != 0 && board.Walk(piece, from, occ)>>to&1 != 0
	}
	switch p.At(from) {
	case position.Pawn:
		up := 1
		if p.Colors[position.Black]>>from&1 != 0 {
			up = -1
		}
		return files == 1 && to>>3-from>>3 == up
	case position.Knight:
		return files*files+ranks*ranks == 5
	case position.Bishop:
		return walks(board.Bishop)
	case position.Rook:
		return walks(board.Rook)
	case position.Queen:
		return walks(board.Queen)
	}
	return max(files, ranks) == 1
}

// lines has the lines of each slider from each square: attacks needs no walk for other squares.
var lines = func() (all [len(board.Pieces)][64]uint64) {
	for _, p := range board.Pieces {
		for sq := range 64 {
			all[p][sq] = board.Lines(p, sq)
		}
	}
	return all
}()

// attackers returns the pieces that attack a square under an occupancy.
func attackers(p *position.Position, sq int, occ uint64) (set uint64) {
	for from := range board.Squares(p.Occ()) {
		if attacks(p, from, sq, occ) {
			set |= 1 << from
		}
	}
	return set
}

// legal returns all legal moves.
func legal(p *position.Position) (moves []position.Move) {
	own := p.Colors[p.Turn]
	try := func(m position.Move) {
		var after position.Position
		p.Make(m, &after)
		if attackers(&after, after.KingSquare(p.Turn), after.Occ())&after.Colors[p.Turn^1] == 0 {
			moves = append(moves, m)
		}
	}
	for from := range board.Squares(own) {
		if p.At(from) == position.Pawn {
			pawnMoves(p, from, try)
			continue
		}
		for to := range board.Squares(^own) {
			if attacks(p, from, to, p.Occ()) {
				try(position.NewMove(from, to, p.At(from), position.Pawn))
			}
		}
	}
	for rook := range board.Squares(p.Castling & own) {
		if mayCastle(p, rook) {
			try(position.NewCastling(p.KingSquare(p.Turn), rook))
		}
	}
	return moves
}

// pawnMoves tries all moves of a pawn.
func pawnMoves(p *position.Position, from int, try func(position.Move)) {
	up, home, last := 8, 1, 7
	if p.Turn == position.Black {
		up, home, last = -8, 6, 0
	}
	add := func(to int) {
		if to>>3 != last {
			try(position.NewMove(from, to, position.Pawn, position.Pawn))
			return
		}
		for _, piece := range []position.Piece{position.Knight, position.Bishop, position.Rook, position.Queen} {
			try(position.NewMove(from, to, position.Pawn, piece))
		}
	}
	if p.Occ()>>(from+up)&1 == 0 {
		add(from + up)
		if from>>3 == home && p.Occ()>>(from+2*up)&1 == 0 {
			add(from + 2*up)
		}
	}
	for to := range 64 {
		switch {
		case !attacks(p, from, to, p.Occ()): // no capture
		case p.Colors[p.Turn^1]>>to&1 != 0:
			add(to)
		case p.EnPassant>>to&1 != 0:
			try(position.NewEnPassant(from, to))
		}
	}
}

// mayCastle reports whether the way is free: on the squares of the king's way nothing else stands and it is never in check, and
// nothing else stands on the rook's.
func mayCastle(p *position.Position, rook int) bool {
	king := p.KingSquare(p.Turn)
	home := king &^ 7
	kingTo, rookTo := home+6, home+5
	if rook < king {
		kingTo, rookTo = home+2, home+3
	}
	others := p.Occ() &^ (1<<king | 1<<rook)
	for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
		if others>>sq&1 != 0 || attackers(p, sq, p.Occ()&^(1<<king))&p.Colors[p.Turn^1] != 0 {
			return false
		}
	}
	for sq := min(rook, rookTo); sq <= max(rook, rookTo); sq++ {
		if others>>sq&1 != 0 {
			return false
		}
	}
	return true
}

// drawn960 draws a starting position of Chess960, another one for each side.
func drawn960(rng *rand.Rand) string {
	draw := func() string {
		for {
			pieces := []byte("RNBQKBNR")
			rng.Shuffle(8, func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
			row := string(pieces)
			king := strings.IndexByte(row, 'K')
			if strings.IndexByte(row, 'R') < king && king < strings.LastIndexByte(row, 'R') &&
				(strings.IndexByte(row, 'B')+strings.LastIndexByte(row, 'B'))%2 != 0 { // bishops on both colors
				return row
			}
		}
	}
	return strings.ToLower(draw()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + draw() + " w KQkq - 0 1"
}

// games calls see with the positions of games of drawn legal moves: some games each from the initial position, from those of the suite, and from drawn ones of
// Chess960. Castling, captures in passing and promotions are drawn more often.
func games(t *testing.T, each int, see func(p *position.Position, rng *rand.Rand)) {
	rng := rand.New(rand.NewPCG(1, 1))
	starts := []string{position.Start}
	for _, test := range suite(t) {
		starts = append(starts, test.FEN)
	}
	for range 10 {
		starts = append(starts, drawn960(rng))
	}
	switch {
	case tiertest.Nightly():
		each *= 100
	case !tiertest.Hurried():
		each *= 3
	}
	for _, start := range starts {
		for range each {
			p := position.MustFEN(start)
			for range 150 {
				see(&p, rng)
				moves := engine.Legal(&p)
				if len(moves) == 0 {
					break
				}
				if t.Failed() {
					return
				}
				if special := slices.DeleteFunc(slices.Clone(moves), func(m position.Move) bool {
					return !m.IsCastling() && !m.IsEnPassant() && m.Promotion() == position.Pawn
				}); len(special) > 0 && rng.IntN(2) == 0 {
					moves = special
				}
				var after position.Position
				p.Make(moves[rng.IntN(len(moves))], &after)
				p = after
			}
		}
	}
}
