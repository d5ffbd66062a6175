package engine

import "github.com/slidebench/slidebench/internal/engine/position"

// Perft returns the number of leaves of the tree of legal moves to a depth, 1 for depth 0.
func Perft(p *position.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p, make([]ply, depth))
}

// ply is memory for the moves of a node.
type ply struct {
	moves Moves
	list  List
}

// perft counts the leaves len(plies) plies below a node.
func perft(p *position.Position, plies []ply) (leaves uint64) {
	here := &plies[0]
	n := here.moves.generate(p)
	if len(plies) == 1 {
		return uint64(n)
	}
	here.moves.list(&here.list)
	var after position.Position
	for _, m := range here.list[:n] {
		p.Make(m, &after)
		leaves += perft(&after, plies[1:])
	}
	return leaves
}

// Legal returns all legal moves.
func Legal(p *position.Position) []position.Move {
	var here ply
	n := here.moves.generate(p)
	here.moves.list(&here.list)
	return here.list[:n:n]
}
