package network

import (
	"math/bits"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
)

// Longest is how many moves a line has at most.
const Longest = 64

// MostOnBoard is more threats than a board can have: 32 men attack at most 8 others each.
const MostOnBoard = 256

// Line evaluates the positions of a line of moves. It brings sums up to date where an evaluation asks for them: from the nearest position before that has them,
// move by move, or anew where the own king has moved in between.
type Line struct {
	sums    [Longest + 1]sums
	anew    [2][64]known // by color and own king's square
	Nodes   [Longest + 1]Node
	network *Network
	threats func(p *position.Mailbox, to *[MostOnBoard]board.Threat) (n int)
	list    [2][MostOnBoard]uint32
	found   [MostOnBoard]board.Threat
}

// Node is a position of the line. Whoever writes a position after a move there, with its delta, calls Moved.
type Node struct {
	position.Mailbox
	Delta board.Delta // from the position before
	move  position.Move
	has   [2]struct{ squares, threats bool } // which sums are up to date
}

// known has sums of men on squares as they were when a king last came to its square: most men are still there when it comes again.
type known struct {
	sums Accumulator
	men  board.Men
}

// NewLine returns a line. The function lists all threats of a position, in any order.
func NewLine(n *Network, threats func(p *position.Mailbox, to *[MostOnBoard]board.Threat) (n int)) *Line {
	l := &Line{network: n, threats: threats}
	for c := range l.anew {
		for sq := range l.anew[c] {
			for i := range l.anew[c][sq].sums {
				l.anew[c][sq].sums[i] = bias
			}
		}
	}
	return l
}

// Moved says by which move the position was reached, 0 for the first one.
func (n *Node) Moved(m position.Move) {
	n.move = m
	clear(n.has[:])
}

// Evaluate returns the network's output for a position of the line, for the side to move.
func (l *Line) Evaluate(ply int) int {
	here := &l.Nodes[ply]
	for c := range position.Color(2) {
		l.squares(ply, c)
		l.threatened(ply, c)
	}
	return l.network.evaluate(&l.sums[ply], here.Turn, bits.OnesCount64(here.Occ()))
}

// squares brings the sums of men on squares up to date.
func (l *Line) squares(ply int, c position.Color) {
	king := l.Nodes[ply].KingSquare(c)
	v := viewOf(c, king)
	from := ply
	for !l.Nodes[from].has[c].squares {
		if from == 0 || l.Nodes[from-1].KingSquare(c) != king {
			l.squaresAnew(ply, c, v, &l.anew[c][king])
			l.Nodes[ply].has[c].squares = true
			return
		}
		from--
	}
	for i := from; i < ply; i++ {
		before, after := &l.Nodes[i], &l.Nodes[i+1]
		plus, minus := l.list[0][:0], l.list[1][:0]
		for set := touched(after.move); set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			plus, minus = v.replaced(sq, before.Men[sq], after.Men[sq], plus, minus)
		}
		changeSquares(&l.sums[i+1].squares[c], &l.sums[i].squares[c], l.network.squares[:], plus, minus)
		after.has[c].squares = true
	}
}

// touched returns the squares on which a move changes men.
func touched(m position.Move) (set uint64) {
	set = 1<<m.From() | 1<<m.To()
	switch {
	case m.IsCastling():
		king, rook := m.Castled()
		set |= 1<<king | 1<<rook
	case m.IsEnPassant():
		set |= 1 << (m.From()&56 | m.To()&7) // the captured pawn stands beside the other one
	}
	return set
}

// replaced adds the row of a man to the one list, and that of whoever stood on its square to the other one.
func (v view) replaced(sq int, before, after board.Man, plus, minus []uint32) (_, _ []uint32) {
	if before != board.NoMan {
		minus = append(minus, v.square(before, sq))
	}
	if after != board.NoMan {
		plus = append(plus, v.square(after, sq))
	}
	return plus, minus
}

// squaresAnew finds the sums from those that are known for the king's square.
func (l *Line) squaresAnew(ply int, c position.Color, v view, k *known) {
	plus, minus := l.list[0][:0], l.list[1][:0]
	for sq, man := range l.Nodes[ply].Men {
		if man != k.men[sq] {
			plus, minus = v.replaced(sq, k.men[sq], man, plus, minus)
		}
	}
	k.men = l.Nodes[ply].Men
	changeSquares(&k.sums, &k.sums, l.network.squares[:], plus, minus)
	l.sums[ply].squares[c] = k.sums
}

// threatened brings the sums of threats up to date.
func (l *Line) threatened(ply int, c position.Color) {
	v := viewOf(c, l.Nodes[ply].KingSquare(c))
	from := ply
	for !l.Nodes[from].has[c].threats {
		if from == 0 || viewOf(c, l.Nodes[from-1].KingSquare(c)).flip != v.flip {
			n := l.threats(&l.Nodes[ply].Mailbox, &l.found)
			l.changeThreats(&l.sums[ply].threats[c], &none, v, l.found[:n], 0)
			l.Nodes[ply].has[c].threats = true
			return
		}
		from--
	}
	for i := from; i < ply; i++ {
		after := &l.Nodes[i+1]
		l.changeThreats(&l.sums[i+1].threats[c], &l.sums[i].threats[c], v, after.Delta.All(), board.Appears)
		after.has[c].threats = true
	}
}

var none Accumulator

// changeThreats adds the rows of threats that have a mark, and subtracts those of the others.
func (l *Line) changeThreats(to, from *Accumulator, v view, threats []board.Threat, mark board.Threat) {
	n := [2]int{}
	for _, t := range threats {
		row := v.threat(t)
		list := 0
		if t&board.Appears != mark {
			list = 1
		}
		l.list[list][n[list]&(MostOnBoard-1)] = uint32(row)
		if row != noRow {
			n[list]++
		}
	}
	changeThreats(to, from, l.network.threats[:], l.list[0][:n[0]], l.list[1][:n[1]])
}
