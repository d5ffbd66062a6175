package position

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// Start is the initial position of chess.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// letters are those of white pieces, in the order of Piece.
const letters = "PNBRQK"

// ParseFEN reads a position in Forsyth-Edwards notation. The two counters at the end may be missing. Castling may be written by KQkq, which
// stand for the outermost rooks, or by the rooks' files as in Shredder's notation for Chess960. The error of a text that is no position, or
// of a position that no game can have, gives the reason.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	p, err := parseFields(fields)
	if err == nil && len(fields) > 4 {
		err = checkCounters(fields[4:])
	}
	if err != nil {
		return Position{}, fmt.Errorf("bad FEN %.100q: %w", fen, err)
	}
	return p, nil
}

// MustFEN is ParseFEN for positions in source code: it panics where ParseFEN returns an error.
func MustFEN(fen string) Position {
	p, err := ParseFEN(fen)
	if err != nil {
		panic("position: " + err.Error())
	}
	return p
}

// checkCounters checks what follows the four fields of a position.
func checkCounters(counters []string) error {
	if len(counters) > 2 {
		return fmt.Errorf("%d fields (want 4 to 6)", 4+len(counters))
	}
	for i, what := range []string{"halfmoves since a capture or pawn move", "number of the move"}[:len(counters)] {
		if n, err := strconv.ParseUint(counters[i], 10, 16); err != nil || int(n) < i { // moves count from 1
			return fmt.Errorf("%s: %q", what, counters[i])
		}
	}
	return nil
}

// parseFields reads the four fields of a position.
func parseFields(fields []string) (p Position, err error) {
	if len(fields) < 4 {
		return p, fmt.Errorf("%d fields (want placement, side to move, castling and en passant)", len(fields))
	}
	if err := p.place(fields[0]); err != nil {
		return p, err
	}
	switch fields[1] {
	case "w": // as in the zero Position
	case "b":
		p.Turn = Black
	default:
		return p, fmt.Errorf("side to move %q (want w or b)", fields[1])
	}
	if err := p.checkPieces(); err != nil {
		return p, err
	}
	if err := p.allowCastling(fields[2]); err != nil {
		return p, err
	}
	return p, p.allowEnPassant(fields[3])
}

// place reads the placement of the pieces.
func (p *Position) place(placement string) error {
	ranks := strings.Split(placement, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("%d ranks (want 8)", len(ranks))
	}
	for i, row := range ranks {
		rank, file := 7-i, 0
		for _, c := range row {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			piece := strings.IndexRune(letters, c&^0x20) // the upper-case letter
			if piece < 0 {
				return fmt.Errorf("%q in rank %d is no piece", c, rank+1)
			}
			if file < 8 {
				set := uint64(1) << (8*rank + file)
				p.Types[piece] |= set
				p.Colors[c>>5&1] |= set // lower case is black
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d has %d squares (want 8)", rank+1, file)
		}
	}
	return nil
}

// checkPieces reports pieces that no game can have.
func (p *Position) checkPieces() error {
	for c, own := range p.Colors {
		count := func(piece Piece) int { return bits.OnesCount64(p.Types[piece] & own) }
		if n := count(King); n != 1 {
			return fmt.Errorf("%v has %d kings (want 1)", Color(c), n)
		}
		if n := bits.OnesCount64(own); n > 16 {
			return fmt.Errorf("%v has %d pieces (want at most 16)", Color(c), n)
		}
		promoted := 0
		for piece, most := range map[Piece]int{Knight: 2, Bishop: 2, Rook: 2, Queen: 1} {
			promoted += max(0, count(piece)-most)
		}
		if n := count(Pawn); n+promoted > 8 {
			return fmt.Errorf("%v has %d pawns and %d promoted pieces (want at most 8 together)", Color(c), n, promoted)
		}
		if last := p.Types[Pawn] & own & (Rank(0, White) | Rank(7, White)); last != 0 {
			return fmt.Errorf("a %v pawn on %s", Color(c), board.SquareName(bits.TrailingZeros64(last)))
		}
	}
	if p.Attacked(p.KingSquare(p.Turn^1), p.Turn) {
		return fmt.Errorf("%v is to move, and %v is in check", p.Turn, p.Turn^1)
	}
	return nil
}

// Attacked reports whether a side attacks a square, by the walk: for proof, not for speed.
func (p *Position) Attacked(sq int, by Color) bool {
	pieces := p.Colors[by&1]
	attackers := PawnAttacks[by&1^1][sq]&p.Types[Pawn] | KnightAttacks[sq]&p.Types[Knight] | KingAttacks[sq]&p.Types[King] |
		board.Walk(board.Rook, sq, p.Occ())&(p.Types[Rook]|p.Types[Queen]) |
		board.Walk(board.Bishop, sq, p.Occ())&(p.Types[Bishop]|p.Types[Queen])
	return attackers&pieces != 0
}

// allowCastling reads the field of castling.
func (p *Position) allowCastling(field string) error {
	if field == "-" {
		return nil
	}
	sides := map[[2]bool]bool{} // color, and whether the rook is on the king's right
	for _, letter := range field {
		if !strings.ContainsRune("KQkqABCDEFGHabcdefgh", letter) {
			return fmt.Errorf("castling %q: %q is no rook (want K, Q or a file, in lower case for black)", field, letter)
		}
		c := Color(letter >> 5 & 1)
		king, own := p.KingSquare(c), p.Colors[c]
		rooks := p.Types[Rook] & own & Rank(0, c)
		var rook uint64
		switch upper := letter &^ 0x20; {
		case upper == 'K':
			if above := rooks &^ (1<<king - 1); above != 0 {
				rook = 1 << (63 - bits.LeadingZeros64(above))
			}
		case upper == 'Q':
			below := rooks & (1<<king - 1)
			rook = below & -below
		default:
			rook = rooks & (FileA << (upper - 'A'))
		}
		if rook == 0 || Rank(0, c)>>king&1 == 0 {
			return fmt.Errorf("castling %q: %v has no king and rook for %q on the first rank", field, c, letter)
		}
		side := [2]bool{c == White, rook > 1<<king}
		if sides[side] {
			return fmt.Errorf("castling %q: two rooks on one side of the %v king", field, c)
		}
		sides[side] = true
		p.Castling |= rook
	}
	return nil
}

// allowEnPassant reads the field of captures in passing. Where no pawn stands beside the one that has moved, the square does not matter.
func (p *Position) allowEnPassant(field string) error {
	if field == "-" {
		return nil
	}
	sq, err := board.ParseSquare(field)
	if err != nil {
		return fmt.Errorf("en passant: %w", err)
	}
	us, them := p.Turn, p.Turn^1
	set := uint64(1) << sq
	pawn, from := bits.RotateLeft64(set, Forward(them)), bits.RotateLeft64(set, -Forward(them))
	switch {
	case set&Rank(5, us) == 0:
		return fmt.Errorf("en passant %s: %v is to move, who captures on another rank", field, us)
	case p.Types[Pawn]&p.Colors[them]&pawn == 0:
		return fmt.Errorf("en passant %s: no %v pawn has passed it", field, them)
	case p.Occ()&(set|from) != 0:
		return fmt.Errorf("en passant %s: its pawn cannot have passed, for a piece is in the way", field)
	}
	if PawnAttacks[them][sq]&p.Types[Pawn]&p.Colors[us] != 0 {
		p.EnPassant = set
	}
	return nil
}

// String returns the position in Forsyth-Edwards notation, with the counters of a game's beginning. Castling is written by KQkq where king
// and rook stand as in chess, and by files elsewhere.
func (p *Position) String() string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for sq := 8 * rank; sq < 8*rank+8; sq++ {
			if p.Occ()>>sq&1 == 0 {
				empty++
				continue
			}
			flush()
			b.WriteByte(letters[p.At(sq)] | byte(p.Colors[Black]>>sq&1)<<5) // 1<<5 makes it lower case
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + p.Turn.String()[:1] + " " + p.castlingField() + " " + p.enPassantField() + " 0 1"
}

func (p *Position) castlingField() (field string) {
	for _, c := range []Color{White, Black} {
		king := p.KingSquare(c)
		for set := p.Castling & p.Colors[c]; set != 0; {
			rook := 63 - bits.LeadingZeros64(set) // the king's side first
			set ^= 1 << rook
			letter := byte('A' + rook&7)
			switch {
			case king&7 == 4 && rook&7 == 7:
				letter = 'K'
			case king&7 == 4 && rook&7 == 0:
				letter = 'Q'
			}
			field += string(rune(letter | byte(c)<<5))
		}
	}
	if field == "" {
		return "-"
	}
	return field
}

func (p *Position) enPassantField() string {
	if p.EnPassant == 0 {
		return "-"
	}
	return board.SquareName(bits.TrailingZeros64(p.EnPassant))
}

// Test is a line of a perft suite: a position, and how many leaves its tree has at some depths.
type Test struct {
	Position
	FEN    string
	Leaves map[int]uint64 // by depth
}

// ParseTest reads a line of a suite in Extended Position Description: a position in four fields, or six with the counters, and operations
// that semicolons separate or end, of which those like "D5 4865609" count.
func ParseTest(line string) (t Test, err error) {
	parts := strings.Split(line, ";")
	fields := strings.Fields(parts[0])
	n := min(4, len(fields))
	for n < min(6, len(fields)) && strings.Trim(fields[n], "0123456789") == "" {
		n++
	}
	t.FEN = strings.Join(fields[:n], " ")
	if t.Position, err = ParseFEN(t.FEN); err != nil {
		return t, err
	}
	t.Leaves = map[int]uint64{}
	for _, operation := range append([]string{strings.Join(fields[n:], " ")}, parts[1:]...) {
		if err := t.operation(operation); err != nil {
			return t, fmt.Errorf("operation %.40q: %w", strings.TrimSpace(operation), err)
		}
	}
	if len(t.Leaves) == 0 {
		return t, errors.New(`no counts of leaves (want operations such as "D5 4865609")`)
	}
	return t, nil
}

// operation reads one operation; others than counts of leaves are passed over.
func (t *Test) operation(text string) error {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil
	}
	digits, is := strings.CutPrefix(strings.ToUpper(fields[0]), "D")
	depth, err := strconv.Atoi(digits)
	if !is || err != nil {
		return nil
	}
	if len(fields) != 2 || depth < 1 || depth > 99 {
		return errors.New(`want a depth from 1 to 99 and a count, such as "D5 4865609"`)
	}
	leaves, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no count", fields[1])
	}
	if _, twice := t.Leaves[depth]; twice {
		return fmt.Errorf("depth %d is there twice", depth)
	}
	t.Leaves[depth] = leaves
	return nil
}
