// Package superpiece holds what the techniques of this family have in common for threats: the order in which a permutation brings the men of a
// board, and what a man is. Package byteboard explains it.
package superpiece

import "github.com/slidebench/slidebench/board"

// Marks in an order: of the nearest square of a ray, and of a place for which the board has no square.
const (
	Near = 0x40
	Off  = 0x80
)

// Order has the 64 squares that a square looks at: for each ray seven along it, the nearest first, and one that a knight reaches.
type Order [64]uint8

// The rays, as steps of files and ranks: the opposite of ray r is r ^ 6. Rays 2 and 4 may change places, and with them 3 and 5, as a permutation may exchange
// them: all that is said of rays by their numbers remains true.
var (
	rays    = [8][2]int{{1, 1}, {-1, 1}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}, {-1, -1}, {1, -1}}
	knights = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// OrderOf returns the order of a square.
func OrderOf(sq int) (o Order) {
	for i := range o {
		step, steps := rays[i/8], i%8+1
		if steps == 8 {
			step, steps = knights[i/8], 1
		}
		file, rank := sq%8+steps*step[0], sq/8+steps*step[1]
		switch {
		case file < 0 || file > 7 || rank < 0 || rank > 7:
			o[i] = Off
		case i%8 == 0:
			o[i] = uint8(rank<<3|file) | Near
		default:
			o[i] = uint8(rank<<3 | file)
		}
	}
	return o
}

// Places returns the place of each square in the order, or Off for a square that is on no ray.
func (o *Order) Places() (places [64]uint8) {
	for i := range places {
		places[i] = Off
	}
	for i, s := range o {
		if s != Off && i%8 < 7 {
			places[s&63] = uint8(i)
		}
	}
	return places
}

// A Permutation of bits has the source of each bit of its result.
type Permutation struct {
	From [64]uint8 // the byte of the word
	Mask [64]uint8 // the bit in that byte
}

// Bit is a bit's source.
type Bit struct{ From, Mask uint8 }

func (p *Permutation) set(i int, b Bit) { p.From[i], p.Mask[i] = b.From, b.Mask }

// PermutationsOf returns a square's permutations: gather brings the bits of squares into the square's order, and scatter takes them back to their squares. The eighth bits of
// rays, and those that are not on the board, come from ones, and squares that are on no ray from zeros.
func PermutationsOf(sq int, ones, zeros Bit) (gather, scatter Permutation) {
	for i := range 64 {
		gather.set(i, ones)
		scatter.set(i, zeros)
	}
	source := func(j int) Bit { return Bit{uint8(j >> 3), 1 << (j & 7)} }
	for i, s := range OrderOf(sq) {
		if s != Off && i%8 < 7 {
			s &= 63
			gather.set(i, source(int(s)))
			scatter.set(int(s), source(i))
		}
	}
	return gather, scatter
}

// Members returns the numbers of the bits that are set, one a byte, the lowest first: where a shuffle finds the members of a set.
func Members(set uint8) (members uint64) {
	n := 0
	for i := range 8 {
		if set>>i&1 != 0 {
			members |= uint64(i) << n
			n += 8
		}
	}
	return members
}

// A man's kinds, as bits: the ways in which he attacks, and properties that lookups test.
const (
	WhitePawn = 1 << iota
	BlackPawn
	Knight
	Bishop // or queen
	Rook   // or queen
	King
	Victim // all but kings
	Slider
)

// Kinds has the kinds of each man, by board.Man.
var Kinds = func() (kinds [16]uint8) {
	for color, pawn := range [...]uint8{WhitePawn, BlackPawn} {
		copy(kinds[8*color:], []uint8{0, pawn | Victim, Knight | Victim, Bishop | Slider | Victim, Rook | Slider | Victim, Bishop | Rook | Slider | Victim, King})
	}
	return kinds
}()

// By ray of a square, the kinds of men who attack the square from any distance (Far), and from the next square alone (Close): as words, since assembly compares words.
var (
	Far   = [8]uint16{Bishop, Bishop, Rook, Rook, Rook, Rook, Bishop, Bishop}
	Close = [8]uint16{King | BlackPawn, King | BlackPawn, King, King, King, King, King | WhitePawn, King | WhitePawn}
)

// A Man has sets of rays: Along those he attacks at any distance, Beside those where he attacks the next square alone. Knight and King are all ones if he is one.
type Man struct{ Along, Beside, Knight, King uint8 }

// Men are by board.Man.
var Men = func() (men [16]Man) {
	for _, color := range [...]board.Man{0, board.ManBlack} {
		men[color|board.ManKnight].Knight = 0xff
		men[color|board.ManBishop].Along = 0xc3 // rays 0, 1, 6 and 7 are diagonal
		men[color|board.ManRook].Along = 0x3c
		men[color|board.ManQueen].Along = 0xff
		men[color|board.ManKing] = Man{Beside: 0xff, King: 0xff}
	}
	men[board.ManPawn].Beside, men[board.ManBlack|board.ManPawn].Beside = 0x03, 0xc0
	return men
}()

// Most is the largest number of threats in a list to which assembly appends: a change has up to 48 threats, and assembly writes eight at a time.
const Most = board.MostThreats - 48 - 8

// Queen returns the attacks of a queen on the square of an order. It goes along the rays twice, without vectors.
func Queen(o *Order, occ uint64) (attacks uint64) {
	const each = 0x0101010101010101 // ray
	rays := uint64(each << 7)
	for i, s := range o {
		if s == Off || occ>>(s&63)&1 != 0 {
			rays |= 1 << i
		}
	}
	reached := rays ^ (rays - each)
	for i, s := range o {
		if s != Off && i%8 < 7 {
			attacks |= reached >> i & 1 << (s & 63)
		}
	}
	return attacks
}

// Threats appends the threats that vanish and appear when the man on sq changes from before to after, either board.NoMan for an empty square. It goes along the rays
// of the square's order, without vectors.
func Threats(o *Order, men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	var nearest [8]uint8 // squares, with their marks
	for r := range nearest {
		nearest[r] = Off
		for _, s := range o[8*r : 8*r+7] {
			if s == Off || men[s&63] != board.NoMan {
				nearest[r] = s
				break
			}
		}
	}
	kind := func(s uint8) uint8 { return Kinds[men[s&63]&15] }
	attacks := func(r int, s uint8) bool { // reports whether the man on s, on ray r, attacks the square
		kinds := Far[r]
		if s&Near != 0 {
			kinds |= Close[r]
		}
		return kind(s)&uint8(kinds) != 0
	}
	list := func(man board.Man, sign board.Threat) {
		m := &Men[man&15]
		between := func(s uint8, out, in bool) { // lists the threats of man to the man on s if out, and of him to man if in
			there := men[s&63]
			if out && kind(s)&Victim != 0 {
				d.Add(board.NewThreat(man, sq, there, int(s&63)) | sign)
			}
			if in && m.King == 0 {
				d.Add(board.NewThreat(there, int(s&63), man, sq) | sign)
			}
		}
		for r, s := range nearest {
			if s != Off {
				rays := m.Along
				if s&Near != 0 {
					rays |= m.Beside
				}
				between(s, rays>>r&1 != 0, attacks(r, s))
			}
			if s := o[8*r+7]; s != Off {
				between(s, m.Knight != 0, kind(s)&Knight != 0)
			}
		}
	}
	if before != board.NoMan {
		list(before, 0)
	}
	if after != board.NoMan {
		list(after, board.Appears)
	}
	if before != board.NoMan && after != board.NoMan {
		return
	}
	sign := board.Appears // rays open
	if after != board.NoMan {
		sign = 0
	}
	for r, s := range nearest {
		behind := nearest[r^6] // the nearest man of the opposite ray is next behind the square
		if s != Off && behind != Off && kind(s)&Slider != 0 && attacks(r, s) && kind(behind)&Victim != 0 {
			d.Add(board.NewThreat(men[s&63], int(s&63), men[behind&63], int(behind&63)) | sign)
		}
	}
}
