// Package board holds the facts about a chessboard that every technique needs, and Walk, the slow reference for all answers.
//
// # Squares and sets
//
// A square is an int 0..63 with a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ..., h8 = 63 (little-endian rank-file mapping):
// the rank is sq>>3, the file is sq&7. A set of squares is a uint64 in which bit sq stands for square sq.
//
// # Glossary
//
// The whole project uses one word for one thing:
//
//	occ      occupancy: the set of all occupied squares
//	attacks  the answer: the squares a slider reaches, the first blocker in each direction included
//	ray      the squares from a square (itself excluded) to the edge, in one direction
//	line     a whole rank, file, diagonal or anti-diagonal through a square
//	lines    the union of a piece's rays from a square: its attacks on an empty board
//	mask     the relevant squares: lines without the last square of every ray, which can hide nothing behind it
//	subset   a subset of a mask or of lines
//	factor   the multiplier of a magic technique
//	question a square and an occupancy
//	corpus   a list of questions
package board

import (
	"fmt"
	"strings"
)

// Piece is a sliding piece.
type Piece uint8

// The sliding pieces.
const (
	Rook Piece = iota
	Bishop
	Queen
)

// Pieces lists the sliding pieces in the order in which tables and reports show them.
var Pieces = [...]Piece{Rook, Bishop, Queen}

// String returns the piece's name in lower case, as flags and benchmark names spell it.
func (p Piece) String() string {
	switch p {
	case Rook:
		return "rook"
	case Bishop:
		return "bishop"
	case Queen:
		return "queen"
	}
	return fmt.Sprintf("Piece(%d)", uint8(p))
}

// ParsePiece is the inverse of Piece.String.
func ParsePiece(s string) (Piece, error) {
	for _, p := range Pieces {
		if s == p.String() {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown piece %q (want rook, bishop or queen)", s)
}

// SquareName returns a square's algebraic name: "a1" for 0, "h8" for 63.
func SquareName(sq int) string {
	if sq < 0 || sq > 63 {
		return fmt.Sprintf("square(%d)", sq)
	}
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)})
}

// ParseSquare is the inverse of SquareName.
func ParseSquare(s string) (int, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return 0, fmt.Errorf("not a square: %q (want a1 to h8)", s)
	}
	return int(s[1]-'1')<<3 | int(s[0]-'a'), nil
}

// Picture draws a set as eight text lines, rank 8 first: "x" for a member, "." for any other square.
func Picture(set uint64) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if file > 0 {
				b.WriteByte(' ')
			}
			if set>>(rank<<3|file)&1 != 0 {
				b.WriteByte('x')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Parse reads what Picture draws. White space is ignored, and any character other than "." marks a member, so that
// a picture may show pieces by their letters.
func Parse(picture string) (uint64, error) {
	var set uint64
	n := 0
	for _, c := range picture {
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		}
		if n < 64 && c != '.' {
			set |= 1 << ((7-n>>3)<<3 | n&7) // rank 7 - n/8, since rank 8 comes first, and file n%8
		}
		n++
	}
	if n != 64 {
		return 0, fmt.Errorf("a board picture has 64 squares, not %d", n)
	}
	return set, nil
}

// MustParse is Parse for pictures in source code: it panics where Parse returns an error.
func MustParse(picture string) uint64 {
	set, err := Parse(picture)
	if err != nil {
		panic("board: " + err.Error())
	}
	return set
}

// ParseFEN returns the occupancy of a position in Forsyth-Edwards notation. Only the first field, the piece
// placement, is read.
func ParseFEN(fen string) (uint64, error) {
	placement, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
	ranks := strings.Split(placement, "/")
	if len(ranks) != 8 {
		return 0, fmt.Errorf("bad FEN %q: want 8 ranks separated by slashes, have %d", fen, len(ranks))
	}
	var occ uint64
	for i, row := range ranks {
		rank, file := 7-i, 0
		for _, c := range row {
			switch {
			case c >= '1' && c <= '8':
				file += int(c - '0')
			case strings.ContainsRune("pnbrqkPNBRQK", c):
				if file < 8 {
					occ |= 1 << (rank<<3 | file)
				}
				file++
			default:
				return 0, fmt.Errorf("bad FEN %q: unexpected %q in rank %d", fen, c, rank+1)
			}
		}
		if file != 8 {
			return 0, fmt.Errorf("bad FEN %q: rank %d has %d squares, want 8", fen, rank+1, file)
		}
	}
	return occ, nil
}
