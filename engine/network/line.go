package network

import (
	"math/bits"
	"sync"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
)

// Longest is how many moves a line has at most.
const Longest = 64

// MostOnBoard is more threats than a board has: 32 men attack at most 8 others each.
const MostOnBoard = 256

// Line evaluates the positions of a line of moves. An evaluation brings sums up to date, move by move from the nearest position before it that has them.
type Line struct {
	sums [Longest + 1]sums
	// The sums for men on squares from when a king last came to its square, by its color, and the position then: most men are still there when it comes again.
	kings   [2][64]Accumulator
	then    [2][64]position.Mailbox
	Nodes   [Longest + 1]Node
	network *network
	threats ListThreats
	list    [2][MostOnBoard]uint32 // rows
	found   [MostOnBoard]board.Threat
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
				l.kings[c][sq][i] = bias
			}
		}
	}
	return l
})

// Begin begins the line with a position, whose node it returns.
func (l *Line) Begin(p *position.Position, threats ListThreats) *Node {
	root := &l.Nodes[0]
	root.Mailbox, root.summed = position.NewMailbox(p), true
	l.threats = threats
	for c := range position.Color(2) {
		v := viewOf(c, p.KingSquare(c))
		l.squaresAnew(0, c, v)
		l.threatsAnew(0, c, v)
	}
	return root
}

// Moved says that the node has another position than before.
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
	king, moved := before.KingSquare(c), after.KingSquare(c)
	v := viewOf(c, moved)
	if king == moved {
		plus, minus := l.differences(v, &before.Mailbox, &after.Mailbox)
		changeSquares(&l.sums[ply+1].squares[c], &l.sums[ply].squares[c], l.network.squares[:], plus, minus)
	} else {
		l.squaresAnew(ply+1, c, v)
	}
	if (king^moved)&4 == 0 {
		l.changeThreats(&l.sums[ply+1].threats[c], &l.sums[ply].threats[c], v, after.Delta.All())
	} else {
		l.threatsAnew(ply+1, c, v)
	}
}

// squaresAnew sums up a side's men on squares.
func (l *Line) squaresAnew(ply int, c position.Color, v view) {
	here := &l.Nodes[ply].Mailbox
	king := here.KingSquare(c) & 63
	plus, minus := l.differences(v, &l.then[c][king], here)
	changeSquares(&l.kings[c][king], &l.kings[c][king], l.network.squares[:], plus, minus)
	l.sums[ply].squares[c], l.then[c][king] = l.kings[c][king], *here
}

// differences returns the rows of men that are in the one position and not in the other one.
func (l *Line) differences(v view, before, after *position.Mailbox) (plus, minus []uint32) {
	plus, minus = l.list[0][:0], l.list[1][:0]
	set := (before.Colors[0] ^ after.Colors[0]) | (before.Colors[1] ^ after.Colors[1])
	for piece := range before.Types {
		set |= before.Types[piece] ^ after.Types[piece]
	}
	for ; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		if man := before.Men[sq]; man != board.NoMan {
			minus = append(minus, v.square(man, sq))
		}
		if man := after.Men[sq]; man != board.NoMan {
			plus = append(plus, v.square(man, sq))
		}
	}
	return plus, minus
}

// threatsAnew sums up all threats.
func (l *Line) threatsAnew(ply int, c position.Color, v view) {
	n := l.threats(&l.Nodes[ply].Mailbox, &l.found)
	l.changeThreats(&l.sums[ply].threats[c], &none, v, l.found[:n])
}

var none Accumulator

// changeThreats adds the rows of threats that appear, and subtracts those of the others.
func (l *Line) changeThreats(to, from *Accumulator, v view, threats []board.Threat) {
	plus, minus := l.list[0][:0], l.list[1][:0]
	for _, t := range threats {
		switch row := v.threat(t); {
		case row == noRow:
		case t&board.Appears != 0:
			plus = append(plus, uint32(row))
		default:
			minus = append(minus, uint32(row))
		}
	}
	changeThreats(to, from, l.network.threats[:], plus, minus)
}
