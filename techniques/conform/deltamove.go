package conform

import (
	"fmt"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// DeltaMove is a question to a delta function: a position and a legal move. It has all that a mailbox, bitboards, a text in Forsyth-Edwards notation or a
// packed move are made of.
type DeltaMove struct {
	Men       board.Men // before the move
	Black     bool      // Black is to move
	Castling  uint64    // the rooks with which their king may still castle
	EnPassant uint64    // the square of a capture in passing that a pawn attacks, if any
	From, To  int       // in castling: of the king and of his rook, as in Chess960
	Promotion board.Man // the promoted man, with its color; NoMan if no pawn is promoted
	Special   Special
}

// Special says which moves change squares other than From and To.
type Special uint8

// The special kinds of moves, by their numbers in a packed move.
const (
	Ordinary Special = iota
	EnPassant
	Castling
)

// Packed returns the move as a number: from | to<<6 | piece<<12 | promotion<<15 | special<<18, with pieces from 0, a pawn, to 5, a king, and promotion 0 for none. The
// engine's moves, in Go and in C, have this form.
func (m *DeltaMove) Packed() uint32 {
	promotion := uint32(0)
	if m.Promotion != board.NoMan {
		promotion = uint32(m.Promotion.Kind() - 1)
	}
	return uint32(m.From) | uint32(m.To)<<6 | uint32(m.Men[m.From].Kind()-1)<<12 | promotion<<15 | uint32(m.Special)<<18
}

// Castled returns where castling puts the king and the rook.
func (m *DeltaMove) Castled() (king, rook int) {
	if home := m.From &^ 7; m.To > m.From {
		return home | 6, home | 5
	} else {
		return home | 2, home | 3
	}
}

// passed returns the square of the pawn that is captured in passing.
func (m *DeltaMove) passed() int { return m.From&^7 | m.To&7 }

// After returns the men after the move.
func (m *DeltaMove) After() board.Men {
	after, mover := m.Men, m.Men[m.From]
	after[m.From] = board.NoMan
	switch m.Special {
	case EnPassant:
		after[m.passed()] = board.NoMan
		after[m.To] = mover
	case Castling:
		king, rook := m.Castled()
		after[m.To] = board.NoMan
		after[king], after[rook] = mover, m.Men[m.To]
	default:
		after[m.To] = mover
		if m.Promotion != board.NoMan {
			after[m.To] = m.Promotion
		}
	}
	return after
}

// Chess960 reports whether the move is castling, or a right to castle is there, with a king or a rook that does not stand as in chess: programs without Chess960
// have no such questions.
func (m *DeltaMove) Chess960() bool {
	for rook := range board.Squares(m.Castling) {
		if file := rook & 7; file != 0 && file != 7 || !m.kingAtHome(rook) {
			return true
		}
	}
	return false
}

// kingAtHome reports whether the king stands as in chess on the first rank of a rook.
func (m *DeltaMove) kingAtHome(rook int) bool {
	return m.Men[rook&^7|4] == colored(board.ManKing, rook > 7)
}

// FEN returns the position in Forsyth-Edwards notation. Rights to castle are KQkq where king and rook stand as in chess, and the rooks' files elsewhere.
func (m *DeltaMove) FEN() string {
	turn, castling, passant := "w", "", "-"
	if m.Black {
		turn = "b"
	}
	for _, home := range [...]int{0, 56} {
		for file := 7; file >= 0; file-- {
			if m.Castling>>(home+file)&1 == 0 {
				continue
			}
			letter := string(rune('A' + file))
			if atHome := m.kingAtHome(home); atHome && file == 7 {
				letter = "K"
			} else if atHome && file == 0 {
				letter = "Q"
			}
			if home != 0 {
				letter = strings.ToLower(letter)
			}
			castling += letter
		}
	}
	if castling == "" {
		castling = "-"
	}
	for sq := range board.Squares(m.EnPassant) {
		passant = board.SquareName(sq)
	}
	return fmt.Sprintf("%s %s %s %s 0 1", m.Men.FEN(), turn, castling, passant)
}

// String returns the move as engines send it, such as e7e8q. Castling is the king's two steps where king and rook stand as in chess, and the king's way to his rook elsewhere.
func (m *DeltaMove) String() string {
	to := m.To
	if m.Special == Castling && m.From&7 == 4 && (to&7 == 0 || to&7 == 7) {
		to, _ = m.Castled()
	}
	text := board.SquareName(m.From) + board.SquareName(to)
	if m.Promotion != board.NoMan {
		text += strings.ToLower(m.Promotion.String())
	}
	return text
}

// attacked reports whether a side attacks a square.
func attacked(men *board.Men, sq int, black bool) bool {
	near, steps := nearest(men, sq)
	for d, other := range near {
		if man := men[other]; steps[d] != 0 && man == colored(man.Kind(), black) && meets(man, board.Direction(d)^1, steps[d]) {
			return true
		}
	}
	for _, s := range knights[sq] {
		if men[s] == colored(board.ManKnight, black) {
			return true
		}
	}
	return false
}

// king returns the square of a side's king, or -1.
func king(men *board.Men, black bool) int {
	man := colored(board.ManKing, black)
	for sq, m := range men {
		if m == man {
			return sq
		}
	}
	return -1
}

// colored returns a man of a side.
func colored(kind board.Man, black bool) board.Man {
	if black {
		return kind | board.ManBlack
	}
	return kind
}

// legal reports whether a move by the rules of its man leaves no king to be taken, before it or after it. It does not look whether the squares on the way are empty.
func (m *DeltaMove) legal() bool {
	if attacked(&m.Men, king(&m.Men, !m.Black), m.Black) {
		return false
	}
	after := m.After()
	if m.Special == Castling { // no square of the king's way is attacked
		to, _ := m.Castled()
		for sq := min(m.From, to); sq <= max(m.From, to); sq++ {
			if attacked(&m.Men, sq, !m.Black) {
				return false
			}
		}
	}
	return !attacked(&after, king(&after, m.Black), !m.Black)
}

// The methods boards, list and those from kind to only are of a deltaQuestion, whose type explains them.
func (m *DeltaMove) boards() (before, after board.Men) { return m.Men, m.After() }

// list appends the delta of a move as those of its changes, each on the board that the ones before have left.
func (m *DeltaMove) list(d *board.Delta) {
	c := Change{Men: m.Men}
	m.changes(func(sq int, before, after board.Man) {
		c.Square, c.Before, c.After = uint8(sq), before, after
		c.list(d)
		c.Men[sq] = after
	})
}

// changes visits the changes of one square that make a move: in the engine's order, but for a pawn that is captured in passing, whom the engine takes first.
func (m *DeltaMove) changes(visit func(sq int, before, after board.Man)) {
	men, after := m.Men, m.After()
	change := func(sq int, to board.Man) {
		if men[sq] != to {
			visit(sq, men[sq], to)
			men[sq] = to
		}
	}
	change(m.From, board.NoMan)
	switch m.Special {
	case Castling:
		king, rook := m.Castled()
		change(m.To, board.NoMan)
		change(king, after[king])
		change(rook, after[rook])
		return
	case EnPassant:
		change(m.passed(), board.NoMan)
	}
	change(m.To, after[m.To])
}

func (m *DeltaMove) kind() string {
	switch captures := m.Men[m.To] != board.NoMan; {
	case m.Special == Castling:
		return "castling"
	case m.Special == EnPassant:
		return "captures in passing"
	case m.Promotion != board.NoMan && captures:
		return "promotions with a capture"
	case m.Promotion != board.NoMan:
		return "promotions"
	case captures:
		return "captures"
	}
	return "quiet moves"
}

func (m *DeltaMove) who(sq int, comes bool) string {
	switch man := m.Men[sq]; {
	case m.Special == Castling && comes:
		return "king or rook on his new square"
	case m.Special == Castling:
		return "king or rook on his old square"
	case comes:
		return "the moving man on his new square"
	case sq == m.From:
		return "the moving man on his old square"
	case man != board.NoMan:
		return "the captured man"
	}
	return ""
}

func (m *DeltaMove) where(sq int) string {
	switch {
	case m.Special == Castling:
		return "a square of castling"
	case sq == m.From:
		return "the square that the move leaves"
	case sq == m.To:
		return "the square that the move goes to"
	}
	return "the square of the pawn that is captured in passing"
}

func (m *DeltaMove) position() string { return "position: " + m.FEN() + "\n" }

func (m *DeltaMove) clone() deltaQuestion { c := *m; return &c }

func (m *DeltaMove) spare() uint64 {
	needed := uint64(1)<<m.From | 1<<m.To | 1<<king(&m.Men, false) | 1<<king(&m.Men, true)
	if m.Special == EnPassant {
		needed |= 1 << m.passed()
	}
	return m.Men.Occ() &^ needed
}

func (m *DeltaMove) only(men uint64) deltaQuestion {
	c := *m
	for sq := range board.Squares(m.spare() &^ men) {
		c.Men[sq] = board.NoMan
		c.Castling &^= 1 << sq
	}
	if m.Special != EnPassant {
		c.EnPassant = 0
	}
	if m.Special != Castling {
		c.Castling = 0
	}
	if !c.legal() {
		return nil
	}
	return &c
}
