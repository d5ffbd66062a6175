package engine

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/network"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/sliders"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// NetSearch is the memory of a search as engines of 2026 do it. A network evaluates, and each move changes the network's sums by its delta of threats. Moves are
// listed by stages, without looking at pins, and each is proved legal only when its turn comes. Each node knows the squares from which its side gives check, and
// the men in the way of a check. Captures that lose by exchanges on their target come last, and quiet moves that lose much are left out. So the search asks for sliders as those
// engines do: mostly by pairs, a few times a node.
type NetSearch struct {
	table   *transposition.Table
	line    *network.Line
	nodes   uint64
	history [16][64]int32 // by man and target: how often, and how deep, a quiet move was too good
	plies   [Deepest + 1]netPly
}

// netPly is what the search knows about a position of its line, beside line.Nodes. Arrays of two are by the king's color.
type netPly struct {
	key      uint64
	checkers uint64                  // the men that give check to the side to move
	blockers [2]uint64               // men who stand alone between the king and a slider of the other side
	pinners  [2]uint64               // those sliders, if the blocker is a man of the king's side
	checks   [position.Pieces]uint64 // from where a piece of the side to move gives check
	list     List
	scores   [len(List{})]int32
	aside    List // captures that lose
}

// NewNetSearch returns a search that uses a table and a line, which several searches may use in turn.
func NewNetSearch(table *transposition.Table, line *network.Line) *NetSearch {
	return &NetSearch{table: table, line: line}
}

// Run searches a position to a depth, deeper and deeper. It forgets earlier runs, so its results do not depend on the order of positions.
func (s *NetSearch) Run(p *position.Position, depth int) (r bound.Result) {
	s.table.Forget()
	s.nodes, s.history = 0, [16][64]int32{}
	s.begin(p)
	for d := 1; d <= depth; d++ {
		r.Score = s.search(d, 0, -infinite, infinite)
	}
	if e := s.table.Find(s.plies[0].key); e != nil {
		r.Best = e.Move
	}
	r.Nodes = s.nodes
	return r
}

// begin has the line begin with a position.
func (s *NetSearch) begin(p *position.Position) {
	s.line.Begin(p, allThreats)
	here := &s.plies[0]
	here.key = p.Key()
	here.checkers = Attackers(p, p.KingSquare(p.Turn), p.Occ()) & p.Colors[p.Turn&1^1]
	here.look(p)
}

// allThreats lists all threats of a position but those of kings, which are no inputs.
func allThreats(p *position.Mailbox, to *[network.MostOnBoard]board.Threat) (n int) {
	occ := p.Occ()
	men := occ &^ p.Types[position.King]
	for set := men; set != 0; set &= set - 1 {
		from := bits.TrailingZeros64(set) & 63
		man := p.Men[from]
		for victims := attacks(man, from, occ) & men; victims != 0; victims &= victims - 1 {
			sq := bits.TrailingZeros64(victims) & 63
			to[n&(len(to)-1)] = board.NewThreat(man, from, p.Men[sq], sq) | board.Appears
			n++
		}
	}
	return n
}

// look computes a node's blockers, pinners and checks; its checkers are known already.
func (here *netPly) look(p *position.Position) {
	occ, queens := p.Occ(), p.Types[position.Queen]
	straight, diagonal := p.Types[position.Rook]|queens, p.Types[position.Bishop]|queens
	for c := range position.Color(2) {
		king := p.KingSquare(c) & 63
		blockers, pinners := uint64(0), uint64(0)
		for set := (position.RookLines[king]&straight | position.BishopLines[king]&diagonal) & p.Colors[c^1]; set != 0; set &= set - 1 {
			between := position.Between[king][bits.TrailingZeros64(set)&63] & occ
			if between == 0 || between&(between-1) != 0 {
				continue // nobody stands between, or several men
			}
			blockers |= between
			if between&p.Colors[c] != 0 {
				pinners |= set & -set
			}
		}
		here.blockers[c], here.pinners[c] = blockers, pinners
	}
	them := p.Turn&1 ^ 1
	king := p.KingSquare(them) & 63
	rook, bishop := sliders.Both(king, occ)
	here.checks = [position.Pieces]uint64{
		position.Pawn: position.PawnAttacks[them][king], position.Knight: position.KnightAttacks[king],
		position.Bishop: bishop, position.Rook: rook, position.Queen: rook | bishop,
	}
}

// make makes a move and looks at the position after it.
func (s *NetSearch) make(m position.Move, ply int) {
	here, next, before, after := &s.plies[ply], &s.plies[ply+1], &s.line.Nodes[ply], &s.line.Nodes[ply+1]
	them := before.Turn&1 ^ 1
	MakeDelta(&before.Mailbox, m, &after.Mailbox, &after.Delta)
	after.Moved()
	next.key = before.KeyAfter(here.key, m, &after.Position)
	next.checkers = 0
	if here.checks[m.Piece()%position.Pieces]>>m.To()&1 != 0 || here.blockers[them]>>m.From()&1 != 0 || isSpecial(m) { // it may give check
		next.checkers = Attackers(&after.Position, after.KingSquare(them), after.Occ()) & after.Colors[them^1]
	}
	next.look(&after.Position)
}

// isSpecial reports whether a move is a promotion, en passant or castling.
func isSpecial(m position.Move) bool {
	return m.Promotion() != position.Pawn || m.IsEnPassant() || m.IsCastling()
}

// evaluate returns the worth of a position to the side to move.
func (s *NetSearch) evaluate(ply int) int {
	p := &s.line.Nodes[ply]
	own, their := p.Colors[p.Turn&1], p.Colors[p.Turn&1^1]
	score := s.line.Evaluate(ply) >> 4 // as Stockfish divides its network's output
	for piece, each := range worth {
		score += each * (bits.OnesCount64(p.Types[piece]&own) - bits.OnesCount64(p.Types[piece]&their))
	}
	return score
}

// trial is the search of a node's moves.
type trial struct {
	depth, ply, alpha, beta, best int           // depth 0 in the search of captures
	move                          position.Move // the best so far
	bound                         transposition.Bound
}

// search returns the score of a position between alpha and beta.
func (s *NetSearch) search(depth, ply, alpha, beta int) int {
	if depth <= 0 || ply >= Deepest {
		return s.quiet(ply, alpha, beta)
	}
	s.nodes++
	here, p := &s.plies[ply], &s.line.Nodes[ply]
	var known position.Move
	if e := s.table.Find(here.key); e != nil {
		if ply > 0 && int(e.Depth) >= depth && decides(e, alpha, beta) {
			return int(e.Score)
		}
		known = e.Move
	}
	checked := here.checkers != 0
	if checked {
		depth++
	} else if score := s.evaluate(ply); ply > 0 && depth <= 3 && score-120*depth >= beta { // too good, by a margin for each ply left
		return score
	}
	t := trial{depth: depth, ply: ply, alpha: alpha, beta: beta, best: -infinite, bound: transposition.AtMost}
	if known == 0 || !here.couldList(p, known) || !here.legal(p, known) {
		known = 0 // tryAll takes a known move as it is
	}
	s.tryAll(&t, known)
	switch {
	case t.best == -infinite && checked:
		return ply - Mate
	case t.best == -infinite:
		return 0
	case t.bound == transposition.AtLeast && !t.move.IsCapture(&p.Position) && t.move.Promotion() == position.Pawn:
		s.history[p.Men[t.move.From()]&15][t.move.To()] += int32(depth * depth)
	}
	s.table.Keep(here.key, t.move, t.best, depth, t.bound)
	return t.best
}

// quiet searches the captures and promotions to a queen that lose nothing, to their end, and in check all moves.
func (s *NetSearch) quiet(ply, alpha, beta int) int {
	s.nodes++
	if ply >= Deepest {
		return s.evaluate(ply)
	}
	here, p := &s.plies[ply], &s.line.Nodes[ply]
	var known position.Move
	if e := s.table.Find(here.key); e != nil {
		if decides(e, alpha, beta) {
			return int(e.Score)
		}
		known = e.Move
	}
	t := trial{ply: ply, alpha: alpha, beta: beta, best: -infinite, bound: transposition.AtMost}
	checked := here.checkers != 0
	if !checked {
		if t.best = s.evaluate(ply); t.best >= beta {
			return t.best
		}
		if t.best > alpha {
			t.alpha, t.bound = t.best, transposition.Exact
		}
	}
	if known == 0 || !here.couldList(p, known) || !here.legal(p, known) || !checked && !isLoud(p, known) {
		known = 0
	}
	s.tryAll(&t, known)
	if t.best == -infinite { // in check, without a move; else the evaluation is the least
		return ply - Mate
	}
	s.table.Keep(here.key, t.move, t.best, 0, t.bound)
	return t.best
}

// decides reports whether an entry's score is all that a search between alpha and beta asks for.
func decides(e *transposition.Entry, alpha, beta int) bool {
	return e.Bound == transposition.Exact || e.Bound == transposition.AtLeast && int(e.Score) >= beta || e.Bound == transposition.AtMost && int(e.Score) <= alpha
}

// isLoud reports whether a move captures or makes a queen.
func isLoud(p *network.Node, m position.Move) bool {
	return m.IsCapture(&p.Position) || m.Promotion() == position.Queen
}

// tryAll tries moves until one is too good: the table's, loud ones, quiet ones, and loud ones that lose. The search of captures leaves out the last two stages. In
// check all moves are one stage.
func (s *NetSearch) tryAll(t *trial, known position.Move) {
	here, p := &s.plies[t.ply], &s.line.Nodes[t.ply]
	if known != 0 && s.try(t, known) {
		return
	}
	if here.checkers != 0 {
		for _, m := range s.evasions(here, p) {
			if m != known && here.legal(p, m) && s.try(t, m) {
				return
			}
		}
		return
	}
	aside := here.aside[:0]
	for _, m := range here.loud(p) {
		switch {
		case m == known: // tried already
		case !here.reaches(p, m, 0):
			aside = append(aside, m)
		case here.legal(p, m) && s.try(t, m):
			return
		}
	}
	if t.depth == 0 {
		return
	}
	tried := 0
	for _, m := range s.quiets(here, p) {
		if t.best > -infinite && tried > 3+t.depth*t.depth { // late quiet moves are left out
			break
		}
		if m == known || t.best > Deepest-Mate && !here.reaches(p, m, -25*t.depth*t.depth) || !here.legal(p, m) { // moves that lose much, unless the best so far is to be mated
			continue
		}
		if tried++; s.try(t, m) {
			return
		}
	}
	for _, m := range aside {
		if here.legal(p, m) && s.try(t, m) {
			return
		}
	}
}

// try searches a legal move and reports whether it is too good.
func (s *NetSearch) try(t *trial, m position.Move) bool {
	s.make(m, t.ply)
	score := -s.search(t.depth-1, t.ply+1, -t.beta, -t.alpha)
	if score > t.best {
		t.best, t.move = score, m
	}
	if score <= t.alpha {
		return false
	}
	t.alpha, t.bound = score, transposition.Exact
	if score >= t.beta {
		t.bound = transposition.AtLeast
	}
	return score >= t.beta
}
