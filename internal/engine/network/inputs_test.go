package network

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// TestThreatRows counts rows in their order, by attacker, victim and squares, and writes out which threats have none: those of and on kings, some on more valuable
// men, and one of two mutual ones. Each side finds the same row for what it sees.
func TestThreatRows(t *testing.T) {
	row := int32(0)
	for attacker := range 16 {
		a := board.Man(attacker)
		if a.Kind() < board.ManPawn || a.Kind() >= board.ManKing {
			continue
		}
		for victim := range 16 {
			v := board.Man(victim)
			switch a.Kind() {
			case board.ManPawn:
				if v.Kind() == board.ManBishop || v.Kind() == board.ManQueen {
					continue
				}
			case board.ManBishop, board.ManRook:
				if v.Kind() == board.ManQueen {
					continue
				}
			}
			if v.Kind() < board.ManPawn || v.Kind() >= board.ManKing {
				continue
			}
			for from := range 64 {
				for to := range board.Squares(onEmptyBoard(a.Kind(), position.Color(a>>3), from)) {
					want := row
					row++
					if a.Kind() == v.Kind() && a.Kind() != board.ManPawn && to < from {
						want = noRow
					}
					// Each king stands once on the files a to d, and once on e to h, where its side sees mirrored squares.
					for _, side := range []struct {
						color position.Color
						king  int
						flip  int       // of squares on the board, into those that the side sees
						other board.Man // of men: for Black, own men are white ones
					}{{position.White, 1, 0, 0}, {position.White, 6, 7, 0}, {position.Black, 57, 56, 8}, {position.Black, 62, 63, 8}} {
						threat := board.NewThreat(a^side.other, from^side.flip, v^side.other, to^side.flip)
						for _, mark := range []board.Threat{0, board.Appears} {
							if got := viewOf(side.color, side.king).threat(threat | mark); got != want {
								t.Fatalf("%v, for %v with the king on %s: row %d, want %d", threat, side.color, board.SquareName(side.king), got, want)
							}
						}
					}
				}
			}
		}
	}
	if row != threatRows {
		t.Errorf("%d rows, want %d", row, threatRows)
	}
	for victim := range 6 {
		if got := viewOf(position.White, 0).threat(board.NewThreat(board.ManKing, 0, board.Man(victim+1), 1)); got != noRow {
			t.Errorf("a king's threat has row %d", got)
		}
	}
}

// TestSquareRows: each side sees its own king and men the same way, mirrored or not, and together they use all rows.
func TestSquareRows(t *testing.T) {
	rows := map[uint32]bool{}
	for king := range 64 {
		for sq := range 64 {
			for kind := board.ManPawn; kind <= board.ManKing; kind++ {
				for _, man := range []board.Man{kind, kind | board.ManBlack} {
					row := viewOf(position.White, king).square(man, sq)
					if row >= squareRows {
						t.Fatalf("row %d for %v on %s", row, man, board.SquareName(sq))
					}
					if black := viewOf(position.Black, king^56).square(man^board.ManBlack, sq^56); black != row {
						t.Errorf("%v on %s, king on %s: row %d, and for black %d", man, board.SquareName(sq), board.SquareName(king), row, black)
					}
					if mirrored := viewOf(position.White, king^7).square(man, sq^7); mirrored != row {
						t.Errorf("%v on %s, king on %s: row %d, and mirrored %d", man, board.SquareName(sq), board.SquareName(king), row, mirrored)
					}
					rows[row] = true
				}
			}
		}
	}
	if len(rows) != squareRows {
		t.Errorf("%d rows, want %d", len(rows), squareRows)
	}
}
