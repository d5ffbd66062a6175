package engine

import (
	"sync"

	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/engine/network"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/engine/transposition"
)

// Bound returns this engine, for the list in package bound. Only Perft and Legal may be called by several goroutines: the others share memory.
func Bound() bound.Engine {
	search := sync.OnceValue(func() *Search { return NewSearch(transposition.Shared()) })
	netSearch := sync.OnceValue(func() *NetSearch { return NewNetSearch(transposition.Shared(), network.Shared()) })
	var here ply // memory for the uses Moves and Exchange
	return bound.Engine{
		Perft:     Perft,
		Legal:     Legal,
		Search:    func(p *position.Position, depth int) bound.Result { return search().Run(p, depth) },
		NetSearch: func(p *position.Position, depth int) bound.Result { return netSearch().Run(p, depth) },
		Uses: map[string]func(p *position.Position) (answers int, sum uint64){
			bound.Attackers: attackersOfAll,
			bound.Checks: func(p *position.Position) (int, uint64) {
				checkers, pinned := ChecksAndPins(p)
				return 1, bound.Mix(checkers, pinned)
			},
			bound.Moves:    func(p *position.Position) (int, uint64) { return 1, here.allMoves(p) },
			bound.Mobility: func(p *position.Position) (int, uint64) { return 1, bound.Mix(uint64(Mobility(p)), 0) },
			bound.Exchange: here.exchanges,
		},
		Threats: threatsOn, Deltas: deltas, DeltasInTurn: deltasInTurn, DeltaBatch: deltaBatch,
	}
}

// attackersOfAll asks for the attackers of every square.
func attackersOfAll(p *position.Position) (answers int, sum uint64) {
	occ := p.Occ()
	for sq := range 64 {
		sum = bound.Mix(Attackers(p, sq, occ), sum)
	}
	return 64, sum
}

// allMoves finds all moves.
func (here *ply) allMoves(p *position.Position) (sum uint64) {
	n := here.moves.generate(p)
	here.moves.list(&here.list)
	for _, m := range here.list[:n] {
		sum = bound.Mix(uint64(m), sum)
	}
	return sum
}

// exchanges evaluates all captures and promotions.
func (here *ply) exchanges(p *position.Position) (answers int, sum uint64) {
	here.moves.generate(p)
	n := here.moves.loud(p, &here.list)
	for _, m := range here.list[:n] {
		sum = bound.Mix(uint64(Exchange(p, m)), sum)
	}
	return n, sum
}
