package engine

import (
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// Scores are from the point of view of the side to move, in hundredths of a pawn.
const (
	Mate     = 30000 // less the plies to it
	infinite = 32000
)

// Deepest is how many plies a line of a search may have, captures at its end included. A network.Line has no fewer (network.Longest).
const Deepest = 64

// Search is a search's memory.
type Search struct {
	table   *transposition.Table
	nodes   uint64
	killers [Deepest][2]position.Move  // by ply: the last two quiet moves that were too good, whose scores reached beta
	history [position.Pieces][64]int32 // by piece and target: how often, and how deep, a quiet move was too good
	plies   [Deepest + 1]searchPly
}

type searchPly struct {
	ply
	scores [len(List{})]int32 // of the moves in list, for their order
}

// NewSearch returns a search that uses a table, which several searches may use in turn.
func NewSearch(table *transposition.Table) *Search { return &Search{table: table} }

// Run searches a position to a depth, deeper and deeper, by alpha and beta. The table, the worth of captures, killers and history order the moves;
// checks are extended, and captures that lose nothing are followed to their end. Run forgets earlier runs, so its results do not depend on the order
// of positions.
func (s *Search) Run(p *position.Position, depth int) (r bound.Result) {
	s.table.Forget()
	s.nodes, s.killers, s.history = 0, [Deepest][2]position.Move{}, [position.Pieces][64]int32{}
	key := p.Key()
	for d := 1; d <= depth; d++ {
		r.Score = s.search(p, key, d, 0, -infinite, infinite)
	}
	if e := s.table.Find(key); e != nil {
		r.Best = e.Move
	}
	r.Nodes = s.nodes
	return r
}

// search returns the score of a position between alpha and beta.
func (s *Search) search(p *position.Position, key uint64, depth, ply, alpha, beta int) int {
	if depth <= 0 || ply >= Deepest {
		return s.quiet(p, ply, alpha, beta)
	}
	s.nodes++
	var known position.Move // the table's
	if e := s.table.Find(key); e != nil {
		known = e.Move
		if score := int(e.Score); ply > 0 && int(e.Depth) >= depth &&
			(e.Bound == transposition.Exact || e.Bound == transposition.AtLeast && score >= beta || e.Bound == transposition.AtMost && score <= alpha) {
			return score
		}
	}
	here := &s.plies[ply]
	n := here.moves.generate(p)
	checked := here.moves.checkers != 0
	switch {
	case n == 0 && checked:
		return ply - Mate
	case n == 0:
		return 0
	case checked:
		depth++
	}
	here.moves.list(&here.list)
	s.order(p, here, n, ply, known)
	best, bestMove, b := -infinite, position.Move(0), transposition.AtMost
	var after position.Position
	for i := range n {
		m := here.next(i, n)
		p.Make(m, &after)
		score := -s.search(&after, p.KeyAfter(key, m, &after), depth-1, ply+1, -beta, -alpha)
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if score <= alpha {
			continue
		}
		alpha, b = score, transposition.Exact
		if score >= beta {
			b = transposition.AtLeast
			s.cutoff(p, m, depth, ply)
			break
		}
	}
	s.table.Keep(key, bestMove, best, depth, b)
	return best
}

// cutoff remembers a quiet move that was too good.
func (s *Search) cutoff(p *position.Position, m position.Move, depth, ply int) {
	if m.IsCapture(p) || m.Promotion() != position.Pawn {
		return
	}
	if killers := &s.killers[ply%Deepest]; killers[0] != m {
		killers[0], killers[1] = m, killers[0]
	}
	s.history[m.Piece()%position.Pieces][m.To()] += int32(depth * depth)
}

// The order of moves: the table's, captures and promotions, killers, and the rest by history.
const (
	firstMove   = 1 << 30
	captureMove = 1 << 28
	killerMove  = 1 << 27
)

// order gives the moves of a ply their scores.
func (s *Search) order(p *position.Position, here *searchPly, n, ply int, known position.Move) {
	killers := &s.killers[ply%Deepest]
	for i, m := range here.list[:n] {
		score := min(s.history[m.Piece()%position.Pieces][m.To()], killerMove-1)
		switch {
		case m == known:
			score = firstMove
		case m.IsCapture(p) || m.Promotion() != position.Pawn:
			score = captureMove + capture(p, m)
		case m == killers[0]:
			score = killerMove + 1
		case m == killers[1]:
			score = killerMove
		}
		here.scores[i] = score
	}
}

// capture scores captures and promotions: the best promotion first, then the most valuable victim, then the least valuable piece that moves. A knight's promotion ties with pawn takes queen.
func capture(p *position.Position, m position.Move) int32 {
	victim := position.Pawn
	if !m.IsEnPassant() && m.IsCapture(p) {
		victim = p.At(m.To())
	}
	return int32(victim)*16 - int32(m.Piece()) + int32(m.Promotion())*64
}

// next brings the best of the moves from i on to the place i, and returns it.
func (here *searchPly) next(i, n int) position.Move {
	best := i
	for j := i + 1; j < n; j++ {
		if here.scores[j] > here.scores[best] {
			best = j
		}
	}
	here.scores[i], here.scores[best] = here.scores[best], here.scores[i]
	here.list[i], here.list[best] = here.list[best], here.list[i]
	return here.list[i]
}

// quiet searches the captures and promotions that lose nothing, to their end, and in check all moves.
func (s *Search) quiet(p *position.Position, ply, alpha, beta int) int {
	s.nodes++
	here := &s.plies[min(ply, Deepest)] // ply is at most Deepest anyway, as a node there has no moves made
	n := here.moves.generate(p)
	checked := here.moves.checkers != 0
	switch {
	case n == 0 && checked:
		return ply - Mate
	case n == 0:
		return 0
	case ply >= Deepest:
		return Evaluate(p)
	}
	best := -infinite
	if !checked {
		best = Evaluate(p)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		n = here.moves.loud(p, &here.list)
	} else {
		here.moves.list(&here.list)
	}
	for i, m := range here.list[:n] {
		here.scores[i] = capture(p, m)
	}
	var after position.Position
	for i := range n {
		m := here.next(i, n)
		if !checked && Exchange(p, m) < 0 {
			continue
		}
		p.Make(m, &after)
		score := -s.quiet(&after, ply+1, -beta, -alpha)
		best, alpha = max(best, score), max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

// loud takes all but captures and promotions out of the bundles, writes these to a list and returns their number. The bundles' count of moves stays that of all.
func (m *Moves) loud(p *position.Position, to *List) (n int) {
	all := m.n
	their := p.Colors[p.Turn&1^1]
	for i := range m.bundles[:all&31] {
		b := &m.bundles[i]
		switch {
		case b.kind == castling:
			b.targets = 0
		case b.kind == enPassant: // stays
		case b.piece == position.Pawn:
			b.targets &= their | lastRanks
		default:
			b.targets &= their
		}
	}
	return m.list(to)
}
