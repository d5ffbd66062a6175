package engine_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The truth that the engine is held against finds moves square by square as the rules of chess are read: where each piece may go but for
// its king, and of those the moves that leave no check.

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

// lines are those of the sliders, outside of which no walk is needed.
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
		case !attacks(p, from, to, p.Occ()):
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
				(strings.IndexByte(row, 'B')+strings.LastIndexByte(row, 'B'))%2 != 0 {
				return row
			}
		}
	}
	return strings.ToLower(draw()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + draw() + " w KQkq - 0 1"
}

// games shows positions of games of drawn legal moves, from the initial position, from those of the suite, and from drawn ones of Chess960.
// Castling, captures in passing and promotions are drawn more often.
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

// sameMoves compares all legal moves with the truth.
func sameMoves(t *testing.T, p *position.Position) []position.Move {
	got, want := engine.Legal(p), legal(p)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: moves\n%v, want\n%v", p, got, want)
	}
	return got
}

// rare positions are some that games hardly ever show.
var rare = []string{
	"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",     // behind the rook of castling is a rook
	"4k3/8/8/8/8/8/8/4K1Rr w G - 0 1",     // and on the other side
	"1r1k2rQ/8/8/8/8/8/8/4K3 b gb - 0 1",  // and a queen, for black
	"4k3/8/8/8/8/8/8/Rr1K4 w A - 0 1",     // a rook that gives check
	"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",   // two pawns leave the king's rank
	"4k3/8/b7/3pP3/8/5K2/8/8 w - d6 0 1",  // nothing is pinned
	"4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1", // the pawn that is taken hides a bishop
	"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", // the pawn that takes is pinned
	"4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", // another piece gives check
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",   // the pawn that is taken gives check
	"8/8/4k3/8/2pP4/8/B7/4K3 b - d3 0 1",  // a discovered check, and the way between
}

func TestLegal(t *testing.T) {
	for _, fen := range rare {
		p := position.MustFEN(fen)
		sameMoves(t, &p)
	}
	seen := map[string]int{}
	games(t, 10, func(p *position.Position, _ *rand.Rand) {
		moves := sameMoves(t, p)
		if checkers := attackers(p, p.KingSquare(p.Turn), p.Occ()) & p.Colors[p.Turn^1]; bits.OnesCount64(checkers) == 2 {
			seen["double checks"]++
		}
		for _, m := range moves {
			switch {
			case m.IsCastling() && (m.From()&7 != 4 || m.To()&7 != 0 && m.To()&7 != 7):
				seen["castling in Chess960"]++
			case m.IsCastling():
				seen["castling"]++
			case m.IsEnPassant():
				seen["captures in passing"]++
			case m.Promotion() != position.Pawn:
				seen["promotions"]++
			}
		}
		if len(moves) == 0 {
			seen["ends"]++
		}
	})
	for what, want := range map[string]int{"double checks": 5, "castling in Chess960": 100, "castling": 100, "captures in passing": 50, "promotions": 500, "ends": 5} {
		if seen[what] < want {
			t.Errorf("%d %s were seen, want at least %d", seen[what], what, want)
		}
	}
}

// After each legal move the pieces are whole, the key is that of the position, and a FEN stands for the position.
func TestPositionsAfterMoves(t *testing.T) {
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		if again, err := position.ParseFEN(p.String()); again != *p {
			t.Errorf("%s: another position after a round trip, %v", p, err)
		}
		key := p.Key()
		for _, m := range engine.Legal(p) {
			var after position.Position
			p.Make(m, &after)
			if got := p.KeyAfter(key, m, &after); got != after.Key() {
				t.Errorf("%s: key %#x after %v, want %#x", p, got, m, after.Key())
			}
			types := uint64(0)
			for _, set := range after.Types {
				if types&set != 0 {
					t.Errorf("%s: two pieces on a square after %v", p, m)
				}
				types |= set
			}
			if after.Colors[position.White]&after.Colors[position.Black] != 0 || types != after.Occ() {
				t.Errorf("%s: colors without pieces after %v", p, m)
			}
		}
	})
}

func TestAttackersAndPins(t *testing.T) {
	games(t, 3, func(p *position.Position, rng *rand.Rand) {
		for sq := range 64 {
			occ := p.Occ() & (rng.Uint64() | rng.Uint64())
			if got, want := engine.Attackers(p, sq, occ), attackers(p, sq, occ); got != want {
				t.Errorf("%s: attackers of %s under %#x:\n%swant\n%s", p, board.SquareName(sq), occ, board.Picture(got), board.Picture(want))
			}
		}
		us, them := p.Colors[p.Turn], p.Colors[p.Turn^1]
		king := p.KingSquare(p.Turn)
		checkers, pinned := attackers(p, king, p.Occ())&them, uint64(0)
		for sq := range board.Squares(us &^ (1 << king)) {
			// A piece is pinned that would uncover a check if it was taken off the board.
			if attackers(p, king, p.Occ()&^(1<<sq))&them != checkers {
				pinned |= 1 << sq
			}
		}
		if gotCheckers, gotPinned := engine.ChecksAndPins(p); gotCheckers != checkers || gotPinned != pinned {
			t.Errorf("%s: checkers %#x and pinned %#x, want %#x and %#x", p, gotCheckers, gotPinned, checkers, pinned)
		}
	})
}

func TestMobility(t *testing.T) {
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		want := 0
		for from := range board.Squares(p.Occ() &^ (p.Types[position.Pawn] | p.Types[position.King])) {
			for to := range 64 {
				own := p.Colors[p.Colors[position.Black]>>from&1]
				if attacks(p, from, to, p.Occ()) && own>>to&1 == 0 {
					want++
				}
			}
		}
		if got := engine.Mobility(p); got != want {
			t.Errorf("%s: mobility %d, want %d", p, got, want)
		}
	})
}

// mirrored returns the position with colors and ranks exchanged.
func mirrored(p *position.Position) (m position.Position) {
	for piece, set := range p.Types {
		m.Types[piece] = bits.ReverseBytes64(set)
	}
	m.Colors = [2]uint64{bits.ReverseBytes64(p.Colors[1]), bits.ReverseBytes64(p.Colors[0])}
	m.Castling, m.EnPassant, m.Turn = bits.ReverseBytes64(p.Castling), bits.ReverseBytes64(p.EnPassant), p.Turn^1
	return m
}

func TestEvaluateIsSymmetric(t *testing.T) {
	distinct := map[int]bool{}
	games(t, 3, func(p *position.Position, _ *rand.Rand) {
		m := mirrored(p)
		got, want := engine.Evaluate(&m), engine.Evaluate(p)
		if got != want {
			t.Errorf("%s: worth %d, mirrored %d", p, want, got)
		}
		distinct[got] = true
	})
	if len(distinct) < 100 {
		t.Errorf("only %d different worths", len(distinct))
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, test := range suite(f) {
		f.Add(test.FEN)
	}
	for _, fen := range rare {
		f.Add(fen)
	}
	f.Add("4k3/8/8/8/8/8/8/RR2K1RR w GB -")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := position.ParseFEN(fen)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of more than one line: %q", err)
			}
			return
		}
		if again, err := position.ParseFEN(p.String()); again != p {
			t.Errorf("%q: another position after a round trip, %v", fen, err)
		}
		for c, own := range p.Colors {
			if bits.OnesCount64(p.Types[position.King]&own) != 1 {
				t.Errorf("%q: %v has not one king", fen, position.Color(c))
			}
		}
		sameMoves(t, &p)
	})
}
