package board

import (
	"fmt"
	"strings"
)

// Man is a chessman as a byte: 1 to 6 for a white pawn, knight, bishop, rook, queen and king, 8 more for a black one, and 0 for an empty square.
type Man uint8

// The kinds of men. Kind takes the color away.
const (
	NoMan Man = iota
	ManPawn
	ManKnight
	ManBishop
	ManRook
	ManQueen
	ManKing
	ManBlack Man = 8 // added to the kind of a black man
)

const letters = ".PNBRQK..pnbrqk" // by man; no man has number 7 or 8

// Kind returns the man without its color.
func (m Man) Kind() Man { return m & 7 }

// String returns the man's letter, small for black, and "." for none.
func (m Man) String() string {
	if int(m) < len(letters) && (m == NoMan || letters[m] != '.') {
		return letters[m : m+1]
	}
	return fmt.Sprintf("Man(%d)", uint8(m))
}

// Men is a mailbox: the man on each square.
type Men [64]Man

// ParseMen reads the piece placement of a position in Forsyth-Edwards notation, its first field.
func ParseMen(fen string) (m Men, err error) {
	if _, err := ParseFEN(fen); err != nil {
		return m, err
	}
	sq := 56 // a8: a text begins with rank 8
	for _, c := range strings.TrimSpace(fen) {
		switch {
		case c == ' ':
			return m, nil
		case c == '/':
			sq -= 16 // from behind the h-file to the a-file of the rank below
		case c <= '8':
			sq += int(c - '0')
		default:
			m[sq] = Man(strings.IndexRune(letters, c))
			sq++
		}
	}
	return m, nil
}

// FEN is the inverse of ParseMen.
func (m *Men) FEN() string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
		empty = 0
	}
	for i := range 64 {
		sq := i ^ 56 // the same file, with rank 8 first
		if man := m[sq]; man == NoMan {
			empty++
		} else {
			flush()
			b.WriteString(man.String())
		}
		if sq&7 == 7 {
			flush()
			if sq > 7 {
				b.WriteByte('/')
			}
		}
	}
	return b.String()
}

// Occ returns the occupied squares.
func (m *Men) Occ() (occ uint64) {
	for sq, man := range m {
		if man != NoMan {
			occ |= 1 << sq
		}
	}
	return occ
}

// Threat says that a man attacks another one: from its lowest byte the attacker, its square, the victim, and the victim's square. In a delta, Appears
// marks those that appear; the others vanish.
//
// All men attack, and all but kings are victims, of either color. Sliders attack the first man in each of their directions. A pawn
// attacks two squares, whether or not it may capture there; en passant is no threat.
type Threat uint32

// Appears marks a threat of a delta.
const Appears Threat = 1 << 7

// NewThreat returns a threat.
func NewThreat(attacker Man, from int, victim Man, to int) Threat {
	return Threat(attacker) | Threat(from)<<8 | Threat(victim)<<16 | Threat(to)<<24
}

// Attacker returns the man that attacks.
func (t Threat) Attacker() Man { return Man(t) &^ Man(Appears) }

// From returns the attacker's square.
func (t Threat) From() int { return int(t >> 8 & 0xff) }

// Victim returns the man that is attacked.
func (t Threat) Victim() Man { return Man(t >> 16) }

// To returns the victim's square.
func (t Threat) To() int { return int(t >> 24) }

// String returns the threat as in "Rd1xpd7", with a sign in front: + if it appears, - otherwise.
func (t Threat) String() string {
	sign := "-"
	if t&Appears != 0 {
		sign = "+"
	}
	return fmt.Sprintf("%s%v%sx%v%s", sign, t.Attacker(), SquareName(t.From()), t.Victim(), SquareName(t.To()))
}

// MostThreats is the room in a Delta. A man attacks at most 8 others, and at most 16 attack him: 8 along rays and 8 knights. So a man who is put or taken changes at
// most 32 threats, with the 8 along rays that close or open, and one man in place of another 48. The four changes of castling have at most 128 together. The 16
// entries beyond these are for code that writes 16 threats at a time.
const MostThreats = 144

// Delta is a list of the threats that vanish and appear. A threat may vanish and appear in turn: what counts is the difference.
type Delta struct {
	N    int32
	List [MostThreats]Threat
}

// All returns the list.
func (d *Delta) All() []Threat { return d.List[:max(0, min(int(d.N), MostThreats))] }

// Add appends a threat if there is room, and counts it in N in any case.
func (d *Delta) Add(t Threat) {
	if n := uint(d.N); n < MostThreats {
		d.List[n] = t
	}
	d.N++
}

// Sum is a checksum of the difference that a list of threats makes: it does not depend on their order, and a threat that appears and vanishes adds nothing.
func (d *Delta) Sum() uint64 { return ThreatSum(d.All()) }

// ThreatSum is Delta.Sum of a list.
func ThreatSum(list []Threat) (sum uint64) {
	for _, t := range list {
		x := uint64(t&^Appears) * 0x9e3779b97f4a7c15 // any odd factor mixes the bits
		x ^= x >> 32                                 // so that sums of different lists seldom agree
		if t&Appears != 0 {
			sum += x
		} else {
			sum -= x
		}
	}
	return sum
}

// Threats returns all threats of a board, by attacker's and victim's squares. It is the slow truth: each man walks.
func (m *Men) Threats() (all []Threat) {
	occ := m.Occ()
	for from, man := range m {
		for to := range Squares(man.Attacks(from, occ) & occ) {
			if m[to].Kind() != ManKing {
				all = append(all, NewThreat(man, from, m[to], to))
			}
		}
	}
	return all
}

// Attacks returns what a man on a square attacks, step by step.
func (m Man) Attacks(sq int, occ uint64) (attacks uint64) {
	step := func(file, rank int) {
		if file, rank = sq&7+file, sq>>3+rank; file >= 0 && file < 8 && rank >= 0 && rank < 8 {
			attacks |= 1 << (rank<<3 | file)
		}
	}
	switch m.Kind() {
	case ManPawn:
		up := 1
		if m&ManBlack != 0 {
			up = -1
		}
		step(-1, up)
		step(1, up)
	case ManKnight:
		for _, a := range [...]int{-1, 1} {
			for _, b := range [...]int{-2, 2} {
				step(a, b)
				step(b, a)
			}
		}
	case ManBishop:
		return Walk(Bishop, sq, occ)
	case ManRook:
		return Walk(Rook, sq, occ)
	case ManQueen:
		return Walk(Queen, sq, occ)
	case ManKing:
		for _, s := range steps {
			step(s.file, s.rank)
		}
	}
	return attacks
}
