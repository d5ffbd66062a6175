package network

import (
	"math/bits"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Longest is how many moves a line has at most: as many as engine.Deepest, to which the search goes.
const Longest = 64

// MostOnBoard is more threats than a board has: 32 men attack at most 8 others each.
const MostOnBoard = 256

// Line evaluates the positions of a line of moves. An evaluation brings sums up to date, move by move from the nearest position before it that has them.
type Line struct {
	sums [Longest + 1][2]Accumulator
	// The sums for men on squares from when a king last came to its square, by its color, and the position then: most men are still there when it comes again.
	kings   [2][64]Accumulator
	then    [2][64]position.Mailbox
	Nodes   [Longest + 1]Node
	network *network
	threats ListThreats
	// Memory for rows that a move adds and removes, and for all threats of a position.
	men, threatened [2][MostOnBoard]uint32
	found           [MostOnBoard]board.Threat
}

// Node is a position of a line. Whoever makes a move writes the position after it to the next node, with its delta, and calls Moved.
type Node struct {
	position.Mailbox
	Delta  board.Delta // from the position before
	summed bool
}

// ListThreats lists all threats of a position, or all but those of kings, as ones that appear.
type ListThreats func(p *position.Mailbox, to *[MostOnBoard]board.Threat) (n int)

// Shared returns the one line of this program, with its one network, so that the engines of all techniques find them in the same memory. The first call takes
// about a fifth of a second.
var Shared = sync.OnceValue(func() *Line {
	l := &Line{network: new(network)}
	l.network.draw()
	for c := range l.kings {
		for sq := range l.kings[c] {
			for i := range l.kings[c][sq] {
				l.kings[c][sq][i] = bias // of a board without men, as in l.then
			}
		}
	}
	return l
})

// Begin begins the line with a position, whose node it returns, and asks threats for lists of all threats from here on.
func (l *Line) Begin(p *position.Position, threats ListThreats) *Node {
	root := &l.Nodes[0]
	root.Mailbox, root.summed = position.NewMailbox(p), true
	l.threats = threats
	for c := range position.Color(2) {
		l.anew(0, c, viewOf(c, p.KingSquare(c)))
	}
	return root
}

// Moved marks the node's sums as outdated, because its position has changed.
func (n *Node) Moved() { n.summed = false }

// Evaluate returns the network's output for a position of the line, for the side to move.
func (l *Line) Evaluate(ply int) int {
	from := ply
	for !l.Nodes[from].summed {
		from--
	}
	for ; from < ply; from++ {
		for c := range position.Color(2) {
			l.move(from, c)
		}
		l.Nodes[from+1].summed = true
	}
	here := &l.Nodes[ply]
	return l.network.evaluate(&l.sums[ply], here.Turn, bits.OnesCount64(here.Occ()))
}

// move sums up what a side sees after a move. Where its king has moved, other rows stand for the men, and where it has crossed the middle of the board, for the
// threats, too.
func (l *Line) move(ply int, c position.Color) {
	before, after := &l.Nodes[ply], &l.Nodes[ply+1]
	from, to := &l.sums[ply][c], &l.sums[ply+1][c]
	king, moved := before.KingSquare(c), after.KingSquare(c)
	v := viewOf(c, moved)
	switch {
	case (king^moved)&4 != 0:
		l.anew(ply+1, c, v)
	case king != moved:
		replace(to, from, l.menOf(&before.Mailbox, c, viewOf(c, king)), l.menOf(&after.Mailbox, c, v))
		l.change(to, to, rows{}, l.threatRows(v, after.Delta.All()))
	default:
		l.change(to, from, l.menRows(v, &before.Mailbox, &after.Mailbox), l.threatRows(v, after.Delta.All()))
	}
}

func (l *Line) change(to, from *Accumulator, men, threats rows) { // calls the function change for the network's rows
	change(to, from, l.network.squares[:], men, l.network.threats[:], threats)
}

// anew sums up what a side sees of a position.
func (l *Line) anew(ply int, c position.Color, v view) {
	here := &l.Nodes[ply].Mailbox
	n := l.threats(here, &l.found)
	l.change(&l.sums[ply][c], l.menOf(here, c, v), rows{}, l.threatRows(v, l.found[:n]))
}

// menOf sums up all men on squares, as a side sees them, from the last sum for this square of its king.
func (l *Line) menOf(p *position.Mailbox, c position.Color, v view) *Accumulator {
	king := p.KingSquare(c) & 63
	sums, then := &l.kings[c][king], &l.then[c][king]
	l.change(sums, sums, l.menRows(v, then, p), rows{})
	*then = *p
	return sums
}

// menRows returns the rows of men that differ: men that came with after, and men that were only in before.
func (l *Line) menRows(v view, before, after *position.Mailbox) rows {
	r := rows{l.men[0][:0], l.men[1][:0]}
	set := (before.Colors[0] ^ after.Colors[0]) | (before.Colors[1] ^ after.Colors[1])
	for piece := range before.Types {
		set |= before.Types[piece] ^ after.Types[piece]
	}
	for ; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		if man := before.Men[sq]; man != board.NoMan {
			r.minus = append(r.minus, v.square(man, sq))
		}
		if man := after.Men[sq]; man != board.NoMan {
			r.plus = append(r.plus, v.square(man, sq))
		}
	}
	return r
}

// threatRows returns the rows of threats that appear and vanish.
func (l *Line) threatRows(v view, threats []board.Threat) rows {
	r := rows{l.threatened[0][:0], l.threatened[1][:0]}
	for _, t := range threats {
		switch row := v.threat(t); {
		case row == noRow: // no input
		case t&board.Appears != 0:
			r.plus = append(r.plus, uint32(row))
		default:
			r.minus = append(r.minus, uint32(row))
		}
	}
	return r
}
