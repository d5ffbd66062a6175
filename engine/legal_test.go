package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine"
	"github.com/slidebench/slidebench/engine/position"
)

// slowMoves finds legal moves as the rules tell them: all moves of each piece by the walk, of which those remain that leave the own king
// unattacked.
func slowMoves(p *position.Position) (moves []position.Move) {
	us := p.Turn
	own, their := p.Colors[us], p.Colors[us^1]
	try := func(m position.Move) {
		var after position.Position
		p.Make(m, &after)
		if !after.Attacked(after.KingSquare(us), us^1) {
			moves = append(moves, m)
		}
	}
	for from := range board.Squares(own) {
		piece := p.At(from)
		var targets uint64
		switch piece {
		case position.Pawn:
			slowPawn(p, from, try)
			continue
		case position.Knight, position.King:
			for to := range 64 {
				files, ranks := to&7-from&7, to>>3-from>>3
				steps := files*files + ranks*ranks
				if piece == position.Knight && steps == 5 || piece == position.King && (steps == 1 || steps == 2) {
					targets |= 1 << to
				}
			}
		default:
			slider := map[position.Piece]board.Piece{position.Bishop: board.Bishop, position.Rook: board.Rook, position.Queen: board.Queen}[piece]
			targets = board.Walk(slider, from, own|their)
		}
		for to := range board.Squares(targets &^ own) {
			try(position.NewMove(from, to, piece, position.Pawn))
		}
		if piece == position.King && !p.Attacked(from, us^1) {
			slowCastling(p, from, try)
		}
	}
	return moves
}

func slowPawn(p *position.Position, from int, try func(position.Move)) {
	us, step := p.Turn, 8
	if us == position.Black {
		step = -8
	}
	their, occ := p.Colors[us^1], p.Occ()
	to := func(sq int) {
		if sq>>3 == 0 || sq>>3 == 7 {
			for _, piece := range []position.Piece{position.Knight, position.Bishop, position.Rook, position.Queen} {
				try(position.NewMove(from, sq, position.Pawn, piece))
			}
			return
		}
		try(position.NewMove(from, sq, position.Pawn, position.Pawn))
	}
	if occ>>(from+step)&1 == 0 {
		to(from + step)
		if start := map[position.Color]int{position.White: 1, position.Black: 6}[us]; from>>3 == start && occ>>(from+2*step)&1 == 0 {
			to(from + 2*step)
		}
	}
	for _, side := range []int{-1, 1} {
		if file := from&7 + side; file < 0 || file > 7 {
			continue
		}
		switch sq := from + step + side; {
		case their>>sq&1 != 0:
			to(sq)
		case p.EnPassant>>sq&1 != 0:
			try(position.NewEnPassant(from, sq))
		}
	}
}

func slowCastling(p *position.Position, king int, try func(position.Move)) {
	for rook := range board.Squares(p.Castling & p.Colors[p.Turn]) {
		m := position.NewCastling(king, rook)
		kingTo, rookTo := m.Castled()
		free, safe := true, true
		others := p.Occ() &^ (1<<king | 1<<rook)
		between := func(a, b int, visit func(sq int)) {
			for sq := min(a, b); sq <= max(a, b); sq++ {
				visit(sq)
			}
		}
		between(king, kingTo, func(sq int) {
			free = free && others>>sq&1 == 0
			q := *p // with the king there and its own square empty
			q.Types[position.King] = q.Types[position.King]&^(1<<king) | 1<<sq
			q.Colors[p.Turn] = q.Colors[p.Turn]&^(1<<king) | 1<<sq
			safe = safe && !q.Attacked(sq, p.Turn^1)
		})
		between(rook, rookTo, func(sq int) { free = free && others>>sq&1 == 0 })
		if free && safe {
			try(m)
		}
	}
}

// chess960 draws an initial position of Chess960.
func drawChess960(rng *rand.Rand) position.Position {
	for {
		rank := []byte("RNBQKBNR")
		rng.Shuffle(8, func(i, j int) { rank[i], rank[j] = rank[j], rank[i] })
		var at [256][]int
		for i, c := range rank {
			at[c] = append(at[c], i)
		}
		if at['B'][0]&1 == at['B'][1]&1 || at['K'][0] < at['R'][0] || at['K'][0] > at['R'][1] {
			continue
		}
		lower := make([]byte, 8)
		for i, c := range rank {
			lower[i] = c | 0x20
		}
		return position.MustFEN(string(lower) + "/pppppppp/8/8/8/8/PPPPPPPP/" + string(rank) + " w KQkq -")
	}
}

// Along games of random moves, the generator finds the moves that the slow one finds, keys are what they would be if they were computed anew,
// and what is written is read again.
func TestLegal(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 40
	}
	rng := rand.New(rand.NewPCG(1, 0))
	tests := readSuite(t, position.WellKnown)
	var castled, passed, promoted, checked int
	for game := range games {
		p := drawChess960(rng)
		if game%3 == 0 {
			p = tests[game/3%len(tests)].Position
		}
		key := p.Key()
		for range 120 {
			want, got := slowMoves(&p), engine.Legal(&p)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %v\nwant %v", p.String(), got, want)
			}
			checkers, pinned := engine.ChecksAndPins(&p)
			if want, wantPinned := slowChecks(&p); checkers != want || pinned != wantPinned {
				t.Fatalf("%s: checks %#x, pins %#x, want %#x and %#x", p.String(), checkers, pinned, want, wantPinned)
			}
			if len(got) == 0 {
				break
			}
			m := got[rng.IntN(len(got))]
			var after position.Position
			p.Make(m, &after)
			if key = p.KeyAfter(key, m, &after); key != after.Key() {
				t.Fatalf("%s, %v: key %#x, want %#x", p.String(), m, key, after.Key())
			}
			count := func(n *int, is bool) {
				if is {
					*n++
				}
			}
			count(&castled, m.IsCastling())
			count(&passed, m.IsEnPassant())
			count(&promoted, m.Promotion() != position.Pawn)
			count(&checked, checkers != 0)
			p = after
			if again, err := position.ParseFEN(p.String()); err != nil || again != p {
				t.Fatalf("%s is read as another position: %v", p.String(), err)
			}
		}
	}
	if castled < games/20 || passed < games/40 || promoted < games/40 || checked < games {
		t.Errorf("%d castlings, %d captures in passing, %d promotions, %d checks are too few to prove them", castled, passed, promoted, checked)
	}
}

// slowChecks finds checks and pins piece by piece: a piece is pinned if without it another piece gives check.
func slowChecks(p *position.Position) (checkers, pinned uint64) {
	us := p.Turn
	king := p.KingSquare(us)
	sliders := p.Types[position.Bishop] | p.Types[position.Rook] | p.Types[position.Queen]
	gives := func(occ uint64) (all uint64) {
		rook, bishop := board.Walk(board.Rook, king, occ), board.Walk(board.Bishop, king, occ)
		return (rook&(p.Types[position.Rook]|p.Types[position.Queen]) | bishop&(p.Types[position.Bishop]|p.Types[position.Queen])) & sliders & p.Colors[us^1]
	}
	sliding := gives(p.Occ())
	for sq := range board.Squares(p.Colors[us] &^ (1 << king)) {
		if gives(p.Occ()&^(1<<sq))&^sliding != 0 {
			pinned |= 1 << sq
		}
	}
	checkers = sliding
	for sq := range board.Squares(p.Colors[us^1] &^ sliders) {
		one := *p
		one.Colors[us^1] = 1 << sq
		if p.At(sq) != position.King && one.Attacked(king, us^1) {
			checkers |= 1 << sq
		}
	}
	return checkers, pinned
}

// Attackers are those that the walk finds, seen from each piece.
func TestAttackers(t *testing.T) {
	for _, test := range readSuite(t, position.WellKnown) {
		p := &test.Position
		for sq := range 64 {
			var want uint64
			for from := range board.Squares(p.Occ()) {
				c := position.White
				if p.Colors[position.Black]>>from&1 != 0 {
					c = position.Black
				}
				one := position.Position{Types: p.Types, Colors: p.Colors}
				if one.Colors[c] &= 1 << from; attackedBy(p, &one, sq, c) {
					want |= 1 << from
				}
			}
			if got := engine.Attackers(p, sq, p.Occ()); got != want {
				t.Errorf("%s, %s: attackers\n%swant\n%s", test.FEN, board.SquareName(sq), board.Picture(got), board.Picture(want))
			}
		}
	}
}

// attackedBy reports whether the one piece of a color in a position attacks a square, with the pieces of another position in its way.
func attackedBy(all, one *position.Position, sq int, c position.Color) bool {
	from := bits.TrailingZeros64(one.Colors[c])
	switch piece := all.At(from); piece {
	case position.Bishop:
		return board.Walk(board.Bishop, from, all.Occ())>>sq&1 != 0
	case position.Rook:
		return board.Walk(board.Rook, from, all.Occ())>>sq&1 != 0
	case position.Queen:
		return board.Walk(board.Queen, from, all.Occ())>>sq&1 != 0
	}
	return one.Attacked(sq, c)
}
