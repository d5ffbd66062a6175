package network

import (
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// view is how a side sees the board.
type view struct {
	flip   int       // of squares, by exclusive or: Black sees the ranks upside down, and files are mirrored if the own king stands on the files e to h
	bucket int       // of the own king
	other  board.Man // the side's color bit: XORed into a man, it makes the man's color relative to the side
}

// viewOf returns how a side whose king stands on a square sees the board.
func viewOf(c position.Color, king int) view {
	flip := 56 * int(c&1)
	if king&4 != 0 {
		flip ^= 7
	}
	seen := king ^ flip
	return view{flip, seen>>3*4 + seen&3, board.Man(c&1) << 3} // four buckets a rank
}

// square returns the row of a man on a square.
func (v view) square(man board.Man, sq int) uint32 {
	kind := kinds - 1
	if man.Kind() != board.ManKing {
		kind = 2*int(man.Kind()-board.ManPawn) + int((man^v.other)>>3&1)
	}
	return uint32((v.bucket*kinds+kind)*64 + (sq^v.flip)&63)
}

// victims lists the kinds of men whose threats by an attacker are inputs, as in Stockfish.
var victims = [...][]board.Man{
	board.ManPawn:   {board.ManPawn, board.ManKnight, board.ManRook},
	board.ManKnight: {board.ManPawn, board.ManKnight, board.ManBishop, board.ManRook, board.ManQueen},
	board.ManBishop: {board.ManPawn, board.ManKnight, board.ManBishop, board.ManRook},
	board.ManRook:   {board.ManPawn, board.ManKnight, board.ManBishop, board.ManRook},
	board.ManQueen:  {board.ManPawn, board.ManKnight, board.ManBishop, board.ManRook, board.ManQueen},
}

// A threat's row is the first row of attacker and victim, plus how many pairs of squares of the attacker lie before those from its square, plus how many
// targets there lie before the victim's square. Men are own or other ones here: with ManBlack they are the other side's.
var (
	firstRows [16][16][2]int32 // for victims on higher and on lower squares
	before    [16][64]int32
	nth       [board.ManKing][64][64]uint8 // own pawns attack upwards and other ones downwards, so they share a table
)

// noRow stands for threats that are no inputs: as in Stockfish those of kings, some on more valuable men, and one of two mutual ones, between men of
// one kind but pawns.
const noRow = -1

// init numbers the rows, by attacker, victim and their squares. Attackers are the side's own men first, then the other side's, and so are the victims of each.
func init() {
	for attacker := range firstRows {
		for victim := range firstRows[attacker] {
			firstRows[attacker][victim] = [2]int32{noRow, noRow}
		}
	}
	row := int32(0)
	for color := range board.Man(2) {
		for kind := board.ManPawn; kind < board.ManKing; kind++ {
			attacker, pairs := kind|color<<3, int32(0)
			for from := range 64 {
				before[attacker][from] = pairs
				for i, to := range squares(onEmptyBoard(kind, position.Color(color), from)) {
					nth[kind][from][to] = uint8(i)
					pairs++
				}
			}
			for other := range board.Man(2) {
				for _, victim := range victims[kind] {
					rows := &firstRows[attacker][victim|other<<3]
					rows[0] = row
					if kind != victim || kind == board.ManPawn { // else the victim's threat, upwards, stands for both
						rows[1] = row
					}
					row += pairs
				}
			}
		}
	}
}

func squares(set uint64) []int { return slices.Collect(board.Squares(set)) }

// onEmptyBoard returns what a man attacks if nothing else stands on the board.
func onEmptyBoard(kind board.Man, c position.Color, from int) uint64 {
	switch kind {
	case board.ManPawn:
		return position.PawnAttacks[c][from]
	case board.ManKnight:
		return position.KnightAttacks[from]
	case board.ManBishop:
		return position.BishopLines[from]
	case board.ManRook:
		return position.RookLines[from]
	}
	return position.BishopLines[from] | position.RookLines[from]
}

// threat returns the row of a threat, or noRow.
func (v view) threat(t board.Threat) int32 {
	attacker, victim, from, to := (t.Attacker()^v.other)&15, (t.Victim()^v.other)&15, (t.From()^v.flip)&63, (t.To()^v.flip)&63
	lower := 0
	if to < from {
		lower = 1
	}
	first := firstRows[attacker][victim][lower]
	if first == noRow {
		return noRow
	}
	return first + before[attacker][from] + int32(nth[attacker.Kind()%board.ManKing][from][to])
}
