package pages

import (
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/harness/results/resultstest"
	"github.com/slidebench/slidebench/internal/techniques"
)

// picture is a board drawn in a package comment: the mark on each square.
type picture [64]byte

// set returns the squares that have one of some marks.
func (p picture) set(marks string) (set uint64) {
	for sq, mark := range p {
		if strings.IndexByte(marks, mark) >= 0 {
			set |= 1 << sq
		}
	}
	return set
}

// sets are sets of squares: for each picture, the squares marked by an x.
type sets []uint64

// x returns the squares that are marked by an x.
func (p picture) x() uint64 { return p.set("x") }

// pictures returns the boards drawn in a technique's package comment, block by block and from left to right.
func pictures(t *testing.T, e *techniques.Entry) (all []picture) {
	t.Helper()
	text, err := packageComment(e)
	if err != nil {
		t.Fatal(err)
	}
	drawn, _ := readComment(text, nil)
	for _, text := range drawn {
		marks, p := strings.Fields(text), picture{}
		for i, mark := range marks {
			p[i^56] = mark[0] // from a8 on
		}
		all = append(all, p)
	}
	return all
}

// notDrawn has the techniques whose boards are not sets of squares that a formula gives.
var notDrawn = map[string]bool{
	"persquare":    true, // which squares' entries lie where in memory
	"gather":       true, // which permutation serves which squares
	"torus":        true, // names of squares beside a turned board
	"sherwinbytes": true, // numbers beside the board
}

// The boards drawn in these package comments are those that the formulas give: for a slider on d4 and the drawn occupancy, unless the text says otherwise.
func TestPictures(t *testing.T) {
	// Numbers of squares, the bit of the slider, and sets of squares.
	const (
		a1, c1, d1, e1, b2, c3, f3, h3, d4, g7 = 0, 2, 3, 4, 9, 18, 21, 23, 27, 54

		b     = uint64(1) << d4
		fileA = 0x0101010101010101
		a1h8  = 0x8040201008040201
		c2h7  = 0x0080402010080400
		a2a7  = 0x0001010101010100
	)
	rookMask, bishopMask := board.Mask(board.Rook, d4), board.Mask(board.Bishop, d4)
	file := board.Ray(board.North, d4) | board.Ray(board.South, d4)
	rank := board.Ray(board.East, d4) | board.Ray(board.West, d4)
	diagonal := board.Ray(board.NorthEast, d4) | board.Ray(board.SouthWest, d4)
	antidiagonal := board.Ray(board.NorthWest, d4) | board.Ray(board.SouthEast, d4)
	walk := func(p board.Piece, occ uint64) uint64 { return board.Walk(p, d4, occ) }
	// superpiece returns the check of techniques whose word has a byte for each ray, in this order. Bit k of a byte is 1 if the k-th square of the ray from d4 is occupied or
	// beyond the edge. Pictures of words show the first byte on top, where a board has rank 8.
	superpiece := func(rays ...board.Direction) func(x sets) bool {
		return func(x sets) bool {
			const step = 0x0101010101010101 // 1 in each byte
			word := uint64(0)
			for i, ray := range rays {
				squares := slices.Collect(board.Squares(board.Ray(ray, d4)))
				slices.SortFunc(squares, func(a, b int) int { return abs(a-d4) - abs(b-d4) }) // the nearest first
				for k := range 8 {
					if k >= len(squares) || x[0]>>squares[k]&1 != 0 {
						word |= 1 << (8*i + k)
					}
				}
			}
			// No ray has eight squares, so no byte is 0, and no subtraction borrows from the next byte.
			return x[1] == bits.ReverseBytes64(word) && x[2] == bits.ReverseBytes64(word^(word-step)) && x[3] == walk(board.Queen, x[0])
		}
	}
	// turning is the order of the rays in byteboard's bytes.
	turning := []board.Direction{board.NorthEast, board.NorthWest, board.North, board.East, board.South, board.West, board.SouthWest, board.SouthEast}
	factor := func(name string) uint64 { return storedSet(name).Entry(board.Rook, d4).Factor }
	// closes checks that a man on d5 removes from the attacks of a rook on d4 those of a rook on d5 to the north.
	closes := func(x sets) bool {
		const d5 = d4 + 8
		occ := x[0]
		return x[1] == walk(board.Rook, occ) && x[2] == board.Walk(board.Rook, d5, occ)&board.Ray(board.North, d5) &&
			x[3] == walk(board.Rook, occ|1<<d5) && x[3] == x[1]^x[2]
	}
	// bySets has a check for each technique: whether the sets in its pictures, x[0] in the first, follow from each other by the formula in its package comment. Shifts,
	// factors, divisors and indices without a name here stand in that comment, most of them over the pictures.
	bySets := map[string]func(x sets) bool{
		"magic": func(x sets) bool { return x[1] == factor("magic") && x[2] == x[0]*x[1] && x[3] == x[2]>>52<<52 },
		"magic32": func(x sets) bool {
			occ, f := x[0], factor("magic32")
			lo, hi := uint32(occ)*uint32(f), uint32(occ>>32)*uint32(f>>32)
			return x[1] == f && x[2] == uint64(hi)<<32|uint64(lo) && x[3] == uint64(lo^hi) && x[4] == uint64(lo^hi)>>22<<22
		},
		"unchecked": func(x sets) bool {
			return x[0] == rookMask && x[2] == x[1]>>(64-bits.OnesCount64(rookMask))<<(64-bits.OnesCount64(rookMask))
		},
		"dense": func(x sets) bool {
			var dense [2]uint64
			for _, e := range storedSet("dense").Entries {
				if 64-e.Shift < bits.OnesCount64(board.Mask(e.Piece, e.Square)) {
					dense[e.Piece] |= 1 << e.Square
				}
			}
			return x[0] == dense[board.Rook] && x[1] == dense[board.Bishop]
		},
		"blackmagic": func(x sets) bool { return x[0] == rookMask && x[2] == x[1]&rookMask && x[3] == x[1]|^rookMask },
		"words16": func(x sets) bool {
			return x[1] == x[0]*0x0101010101010101 && x[3] == x[1]&x[2] && x[2]&^board.Lines(board.Bishop, d4) == 0
		},
		"pext":     func(x sets) bool { return x[0] == rookMask && x[2] == extract(x[1], rookMask) },
		"pextload": func(x sets) bool { return x[0] == bishopMask && x[2] == extract(x[1], bishopMask) },
		"pdep":     func(x sets) bool { return x[1] == board.Lines(board.Rook, d4) && x[2] == extract(x[0], x[1]) },
		"softpext": func(x sets) bool { return x[3] == extract(x[0], rookMask) },
		"gfni":     func(x sets) bool { return x[1] == bits.ReverseBytes64(x[0]) && x[2] == bits.Reverse64(x[0]) },
		"obstruction": func(x sets) bool {
			up, down := x[0], x[1]
			return x[2] == up-1<<(63-bits.LeadingZeros64(down)) && x[3] == up^x[2] && x[4] == walk(board.Rook, up|down)&file
		},
		"rays": func(x sets) bool {
			north := board.Ray(board.North, c3)
			return x[1] == north && x[2] == north&x[0] && x[3] == north&board.Walk(board.Rook, c3, x[0])
		},
		"raysentinel": func(x sets) bool {
			west, north := board.Ray(board.West, f3), board.Ray(board.North, h3)
			return bits.LeadingZeros64(west&x[0]) == 45 && x[1] == west && x[2] == west&x[0] && x[3] == west&board.Walk(board.Rook, f3, x[0]) &&
				x[4] == north && x[5] == 0 && x[6] == north
		},
		"raysavx2": func(x sets) bool {
			y, f := x[0], x[1]
			return f == y>>9|y>>18 && x[2] == f|f>>18|f>>36 && x[3] == board.Ray(board.SouthWest, g7)&board.Walk(board.Bishop, g7, y)
		},
		"abovebelow": func(x sets) bool {
			up, down := x[0], x[3]
			return x[1] == up^(up-1) && x[2] == board.Ray(board.NorthEast, b2)&board.Walk(board.Bishop, b2, up) && x[4] == -msb(down|1) &&
				x[5] == board.Ray(board.SouthWest, g7)&board.Walk(board.Bishop, g7, down)
		},
		"shifted": func(x sets) bool {
			filled := uint64(0)
			for step := 1; step <= 6; step++ {
				filled |= x[0] << (9 * step)
			}
			ray := board.Ray(board.NorthEast, b2)
			return x[1] == filled && x[2] == ray && x[3] == ray&^filled && x[3] == ray&board.Walk(board.Bishop, b2, x[0])
		},
		"blockers": func(x sets) bool {
			behind := uint64(0)
			for blocker := range board.Squares(x[1]) {
				behind |= board.Lines(board.Rook, d4) &^ walk(board.Rook, 1<<blocker)
			}
			return x[1] == x[0]&rookMask && x[2] == behind && x[3] == walk(board.Rook, x[0])
		},
		"dumb7": func(x sets) bool {
			const b5 = 33
			sliders := uint64(1<<a1 | 1<<e1 | 1<<b5)
			free := ^x[0] &^ fileA
			one := sliders << 9 & free
			two := one << 9 & free
			flood := sliders | one | two
			for g := two; g != 0; flood |= g {
				g = g << 9 & free
			}
			return x[0]&sliders == sliders && x[1] == one && x[2] == two && x[3] == flood && x[4] == flood<<9&^fileA
		},
		"byteboard":         superpiece(turning...),
		"byteboardsimd":     superpiece(turning...),
		"byteboardvbmi":     superpiece(turning...),
		"byteboardvbmisimd": superpiece(turning...),
		"byteboardneon":     superpiece(turning...),
		"attacktable": func(x sets) bool {
			const d6 = d4 + 16
			occ := x[0]
			return x[1] == walk(board.Rook, occ)&board.Ray(board.North, d4) && x[2] == walk(board.Rook, occ)&board.Ray(board.South, d4) &&
				x[3] == board.Walk(board.Rook, d6, occ)&(file|b) && x[4] == board.Walk(board.Rook, d6, occ|b)&(file|b)
		},
		"wordboard": closes, "rowboard": closes,
		"correlation": func(x sets) bool {
			const c4 = d4 - 1
			mask := board.Mask(board.Bishop, c4)
			return x[0] == mask && x[1] == bishopMask && x[2] == bishopMask>>1 && x[3] == bishopMask>>1^mask
		},
		"hashmap": func(x sets) bool {
			// Of 64 slots: those that are taken, and of these those whose key comes by way of other slots.
			mask, taken, by := board.Mask(board.Bishop, d1), uint64(0), uint64(0)
			for key := range board.Subsets(mask) {
				first := int(key * 0x9e3779b97f4a7c15 >> (64 - 6))
				slot := first
				for taken>>slot&1 != 0 {
					slot = (slot + 1) & 63
				}
				taken |= 1 << slot
				if slot != first {
					by |= 1 << slot
				}
			}
			return x[0] == mask && x[1] == taken && x[2] == by
		},
		"kindergarten": func(x sets) bool {
			return x[0]&^diagonal == 0 && x[1] == x[0]*fileA && x[2]&^fileA == 0 && x[3] == x[2]*a1h8
		},
		"kgssb": func(x sets) bool {
			const b2b7 = 0x0002020202020200
			return x[0]&^(diagonal&bishopMask) == 0 && x[1] == x[0]*b2b7 && x[2]&^(fileA&^0xff) == 0 && x[3] == c2h7 && x[4] == x[2]*c2h7
		},
		"fillup": func(x sets) bool {
			index := x[0] * (fileA << 1) >> 58
			row := board.Walk(board.Rook, d4&7, index<<1) & 0xff * fileA
			return index == 0b100010 && x[1] == x[0]*(fileA<<1) && x[2] == row && x[3] == row&diagonal
		},
		// The factor of rank 3 has its shift, 60, in its upper six bits. Two subsets, one with the slider's own square, a3, have the index 6.
		"compressed": func(x sets) bool {
			const d3 = 19
			_, row, _ := strings.Cut(string(must(os.ReadFile("../firstrank/compressed/factors_gen.go"))), "= [8]uint64{\n")
			row = strings.Split(row, "\n")[d3>>3]
			factor := must(strconv.ParseUint(strings.TrimSpace(row[:strings.Index(row, ",")]), 0, 64))
			first, second := x[0], x[2]
			return first&^a2a7 == 0 && second&^a2a7 == 0 && first&(1<<16) == 0 && second&(1<<16) != 0 && x[1] == first*factor &&
				x[3] == second*factor && factor>>58 == 60 && x[1]>>60 == 6 && x[3]>>60 == 6 &&
				board.Walk(board.Rook, d3, first<<3) == board.Walk(board.Rook, d3, second<<3)
		},
		"castingout": func(x sets) bool {
			row := board.Walk(board.Rook, d4&7, 0b100010<<1) & 0xff * fileA
			return x[0]&^diagonal == 0 && x[1] == x[0]%255 && x[1]>>1&63 == 0b100010 && x[2] == row && x[3] == row&diagonal &&
				x[3] == diagonal&walk(board.Bishop, x[0]) && x[5] == x[4]>>3&a2a7 && x[6] == x[5]%127 && x[6]>>1 == 0b110001 &&
				x[7] == file&walk(board.Rook, x[4])
		},
		"sharedrank": func(x sets) bool {
			row := board.Walk(board.Rook, 4, 0b101101<<1) & 0xff
			return x[0] == row && x[1] == row*a1h8 && x[2] == row*a1h8&(fileA<<7) && x[3] == x[2]>>4
		},
		"splitpext": func(x sets) bool {
			line := diagonal & bishopMask
			return x[0] == line && extract(x[1], line) == 0b10010 && x[1]&^line == 0 && x[2] == diagonal&walk(board.Bishop, x[1])
		},
		"exploding": func(x sets) bool {
			free := x[0]
			return free == walk(board.Bishop, ^uint64(0))&^(1<<c3) && x[1] == free>>9 && x[2] == free>>9*0x50005 &&
				x[3] == x[2]&board.Lines(board.Bishop, d4)
		},
		"preschool": func(x sets) bool {
			occ := x[0]
			product := occ >> 3 & fileA * c2h7
			return x[1] == occ>>24&0xff && x[2] == product && x[3] == walk(board.Rook, occ) && product>>58<<6|occ>>25&63 == 0b101101_010100
		},
		"modulo": func(x sets) bool { return x[0] == file&rookMask && x[1]&^x[0] == 0 && x[1]%73 == 32 },
		"quintessencecomputed": func(x sets) bool {
			const d3 = 19
			whole := uint64(a1h8)
			return x[0] == whole>>(8*3) && x[1] == x[0]<<(8*2) && x[2] == whole<<(8*4) && x[3] == x[2]>>(8*5) && x[4] == x[1]^x[3] &&
				x[4] == board.Ray(board.NorthEast, d3)|board.Ray(board.SouthWest, d3)
		},
		"slidearith": func(x sets) bool {
			up, down := x[0]&^(b-1), x[0]&(b-1)
			return x[1] == up^(up-1) && x[2] == msb(down|1)-1 && x[3] == x[1]^x[2] && x[4] == file&walk(board.Rook, x[0]) && x[4] == x[3]&file
		},
		"sbamg": func(x sets) bool {
			c := msb(x[0] & (b - 1))
			return x[1] == x[0]-3*c && x[2] == x[0]^x[1] && x[3] == x[2]&file && x[3] == file&walk(board.Rook, x[0]) && x[5] == x[4]^(x[4]-3) &&
				x[6] == x[4]|1 && x[7] == x[6]^(x[6]-3)
		},
		"qbb": func(x sets) bool {
			const f2, b6 = 13, 41
			pattern, stops := uint64(0x8102040810204081), x[1]
			return x[0] == pattern<<d4 && bits.TrailingZeros64(stops) == b6 && stops&^x[0] == 0 && x[2] == pattern<<f2 && x[3] == pattern>>(63-b6) &&
				x[4] == x[2]&x[3] && x[6] == x[5]^b && x[7] == 0 && x[8] == walk(board.Rook, x[5])
		},
		"reversebitboards": func(x sets) bool {
			occ, e5 := x[0], 63-d4
			upper := board.Ray(board.North, e5) | board.Ray(board.East, e5)
			return x[1] == walk(board.Rook, occ)&(board.Ray(board.North, d4)|board.Ray(board.East, d4)) && x[2] == bits.Reverse64(occ) &&
				x[3] == board.Walk(board.Rook, e5, x[2])&upper && x[4] == bits.Reverse64(x[3]) && x[1]|x[4] == walk(board.Rook, occ)
		},
		"subtraction": func(x sets) bool {
			o, r, east := x[1], x[0]&^(fileA<<7), uint64(0)
			for sq := range board.Squares(x[0]) {
				east |= board.Walk(board.Rook, sq, o) & board.Ray(board.East, sq)
			}
			return (x[0]|fileA<<7)&^o == 0 && x[2] == o&^r-r && x[3] == o^x[2] && x[3] == east
		},
		"koggestoneavx512": func(x sets) bool {
			return x[2] == walk(board.Rook, x[0])&board.Ray(board.East, d4) && x[1] == b|x[2]&^x[0] && x[2] == x[1]<<1 &&
				x[4] == walk(board.Rook, x[0])&board.Ray(board.West, d4) && x[3] == b|x[4]&^x[0] && x[4] == x[3]>>1&^(fileA<<7)
		},
		"movemask": func(x sets) bool {
			const c4 = 26
			line, equal, inFile := board.Ray(board.NorthEast, c4)|board.Ray(board.SouthWest, c4), uint64(0), uint64(0)
			for rank := 0; rank < 64; rank += 8 {
				if (x[0]^line)>>rank&0xff == 0 {
					equal |= 0xff << rank
				}
			}
			for sq := range board.Squares(board.Walk(board.Rook, c4, equal) & (board.Ray(board.North, c4) | board.Ray(board.South, c4))) {
				inFile |= 0xff << (sq & 56)
			}
			return x[0]&^line == 0 && x[1] == equal && x[2] == inFile && x[3] == inFile&line && x[3] == board.Walk(board.Bishop, c4, x[0])&line
		},
		"best": func(x sets) bool {
			occ := x[0]
			return x[1] == walk(board.Rook, occ) && x[2] == walk(board.Bishop, occ) && x[3] == walk(board.Queen, occ)
		},
	}
	// byMarks has such checks of whole pictures: other marks than x count there, or a function below this test compares them.
	byMarks := map[string]func(p []picture) bool{
		"classical": func(p []picture) bool { return p[1].set("1234567") == walk(board.Rook, p[0].x()) },
		"naive": func(p []picture) bool {
			index := uint64(0)
			for sq := range board.Squares(p[1].x()) {
				index |= 1 << (p[0][sq] - '0')
			}
			return p[0].set("0123456789") == rookMask && p[2].x() == index
		},
		"fancymagic": func(p []picture) bool {
			return len(p) == 2 && marked(p, func(i, sq int) byte { // 5 is the size of the smallest mask, a bishop's
				return "56789abc"[bits.OnesCount64(board.Mask(board.Piece(i), sq))-5]
			})
		},
		"overlay": func(p []picture) bool {
			const e5 = 36
			lines, others := board.Lines(board.Rook, d4), board.Lines(board.Rook, e5)
			return p[0].x() == lines && p[1].x() == others && p[2].set("1+") == lines && p[2].set("2+") == others
		},
		"overlayadjacent": func(p []picture) bool {
			s := storedSet("overlayadjacent")
			for i, e := range []*factors.Entry{
				s.Entry(board.Rook, 0), s.Entry(board.Rook, 2), s.Entry(board.Rook, 7), // a1, c1, h1
				s.Entry(board.Bishop, 6), s.Entry(board.Bishop, 51), s.Entry(board.Bishop, 53), // g1, d7, f7
			} {
				if p[0].set(string(rune('1'+i))) != stored(e) {
					return false
				}
			}
			return true
		},
		"torusgroups": func(p []picture) bool {
			s, all := storedSet("torusgroups"), [8]uint64{} // by file
			for sq := range 64 {
				all[sq&7] |= stored(s.Entry(board.Rook, sq))
			}
			return shows(p, all[0]|all[1], all[6]|all[7], all[2], all[3], all[4], all[5]) // two groups have two files
		},
		"fixedshift": func(p []picture) bool {
			set := storedSet("fixedshift")
			return len(p) == 2 && marked(p, func(i, sq int) byte {
				// The mark counts, rounded up, eighths of the slots that every subset of the mask would need for itself.
				eighth := 1 << bits.OnesCount64(board.Mask(board.Piece(i), sq)) / 8
				return '0' + byte((slotsUsed(set, board.Piece(i), sq)+eighth-1)/eighth)
			})
		},
		"quintessence": func(p []picture) bool {
			x, swap := p[0].x(), bits.ReverseBytes64
			return p[1].x() == x-b && p[2].x() == swap(swap(x)-swap(b)) && p[3].x() == p[1].x()^p[2].x() &&
				p[4].x() == walk(board.Rook, x)&file
		},
		"reversal": func(p []picture) bool {
			x, reverse := p[0].x(), bits.Reverse64
			return p[1].x() == x-b && p[2].x() == reverse(reverse(x)-reverse(b)) && p[3].x() == p[1].x()^p[2].x() &&
				p[4].x() == walk(board.Rook, x)&rank
		},
		"obstructionavx2": func(p []picture) bool {
			x, down, up := p[0].x(), p[1].x(), p[2].x()
			return x == down|up && p[3].x() == (up-1<<(63-bits.LeadingZeros64(down)))&(rank|b) &&
				p[4].x() == walk(board.Rook, x)&rank && p[4].x() == (up^p[3].x())&^b
		},
		"obstructionavx512": func(p []picture) bool { // numbers of the diagonals, and of the antidiagonals, in hexadecimal
			return len(p) == 2 && marked(p, func(i, sq int) byte { return "0123456789abcdef"[[...]int{sq>>3 - sq&7, sq>>3 + sq&7}[i]&15] })
		},
		"bytes": func(p []picture) bool {
			return isAttacks(board.Rook, p[0].x()) && isAttacks(board.Bishop, p[1].x()) && p[2].set("r") == p[0].x() && p[2].set("b") == p[1].x()
		},
		"shared": func(p []picture) bool {
			for piece := range 2 {
				for sq, mark := range p[2+piece] {
					group := p[2+piece].set(string(rune(mark)))
					if bits.OnesCount64(group) != 2<<piece { // two rooks, or four bishops
						return false
					}
					for other := range board.Squares(group &^ (1 << sq)) {
						lines := func(sq int) uint64 { return board.Lines(board.Piece(piece), sq) }
						near := func(sq int) uint64 { return board.Walk(board.Piece(piece), sq, ^uint64(0)) }
						// Lines of a group meet only on squares adjacent to both sliders.
						if lines(sq)&lines(other)&^(near(sq)&near(other)) != 0 {
							return false
						}
					}
				}
			}
			return p[0].set("R") == 1<<a1|1<<b2 && p[0].x() == board.Lines(board.Rook, a1)&board.Lines(board.Rook, b2) && p[1].set("B") == 1<<c1|1<<e1 &&
				p[1].x() == board.Lines(board.Bishop, c1)&board.Lines(board.Bishop, e1)
		},
		"inbetween": func(p []picture) bool {
			for _, p := range p {
				if target := p.set("t"); p.x() != between(d4, bits.TrailingZeros64(target)) {
					return false
				}
			}
			return len(p) == 3
		},
		"unrolled": func(p []picture) bool {
			return shows(p, walk(board.Rook, ^uint64(0)), between(d4, d4+2), between(d4, d4+3), between(d4, d4+4))
		},
		"koggestone": func(p []picture) bool {
			g, free := uint64(1<<8|1<<48|1<<41|1<<26|1<<60), ^p[0].x()&^fileA // a2, a7, b6, c4 and e8
			for round := range 3 {
				step := 1 << round
				g |= free & (g << step)
				if p[1+round].x() != g || p[5+round].x() != free {
					return false
				}
				free &= free << step
			}
			return p[4].x() == g<<1&^fileA
		},
		"koggestoneavx2": func(p []picture) bool {
			seen := func(up board.Direction) uint64 { return board.Ray(up, c3) & board.Walk(board.Queen, c3, p[0].x()) }
			return len(p) == 5 && shows(p[1:], seen(board.North), seen(board.East), seen(board.NorthEast), seen(board.NorthWest))
		},
		"avxshift": func(p []picture) bool {
			attacks := walk(board.Queen, p[0].x())
			for step := 1; step <= 3; step++ {
				front := uint64(0)
				for sq := range board.Squares(attacks) {
					if max(abs(sq&7-d4&7), abs(sq>>3-d4>>3)) == step {
						front |= 1 << sq
					}
				}
				if p[step].x() != front {
					return false
				}
			}
			return p[4].x() == attacks
		},
		"spectral": func(p []picture) bool {
			const a8 = 56
			m := board.Mask(board.Rook, a8)
			top := func(x uint64) uint64 { return x >> 46 << 46 }
			return shows(p, m, top(m<<38), top(m<<23), top(m), top(m<<38+m<<23+m))
		},
		"incremental": func(p []picture) bool {
			return len(p) == 2 && marked(p, func(i, sq int) byte {
				mask := board.Mask(board.Piece(i), sq)
				if mask&b == 0 {
					return '.'
				}
				return '0' + byte(bits.OnesCount64(mask&(b-1)))
			})
		},
		"titboards": func(p []picture) bool {
			own, others := p[0].set("o"), p[0].x()
			return p[0].set("R") == b && p[1].x() == walk(board.Rook, own|others)&^own && extract(own, rank) == 0b0000010 && extract(own|others, rank) == 0b0100010
		},
		"titboardspext": func(p []picture) bool {
			own, others := p[0].set("o"), p[0].x()
			return p[0].set("B") == b && p[1].x() == diagonal && p[2].x() == diagonal&walk(board.Bishop, own|others)&^own &&
				extract(own, diagonal) == 0b0000010 && extract(own|others, diagonal) == 0b0110010
		},
		"linepdep": func(p []picture) bool {
			own := p[0].set("B")
			sq := bits.TrailingZeros64(own)
			line := board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq) | own
			return p[1].x() == line && p[2].x() == line&^(line&-line|msb(line)) && p[3].x() == line&board.Walk(board.Bishop, sq, p[0].x())
		},
		"bitnetwork": func(p []picture) bool {
			letters := func(p picture, set uint64) bool {
				next := byte('a')
				for sq := range board.Squares(set) {
					if p[sq] != next {
						return false
					}
					next++
				}
				return p.set("abcdefghijklmn") == set
			}
			return p[0].x() == between(d4, bits.TrailingZeros64(p[0].set("t"))) && letters(p[1], rookMask) && letters(p[2], board.Lines(board.Rook, d4))
		},
		"sherwin": func(p []picture) bool {
			const digits = "0123456789"
			return p[0].set(digits) == rookMask && p[1].set(digits) == bishopMask
		},
		"sissy": func(p []picture) bool {
			within := func(rank int) uint64 { return walk(board.Queen, p[0].x()&(0xff<<(8*(rank-1)))) }
			return shows(p[1:], within(2), within(4), within(5), walk(board.Queen, p[0].x()))
		},
		"sissytworanks": func(p []picture) bool {
			within := func(rank int) uint64 { return walk(board.Queen, p[0].x()&(0xffff<<(8*(rank-1)))) }
			return shows(p[1:], within(1), within(3), within(5), walk(board.Queen, p[0].x()))
		},
		"rotated": func(p []picture) bool {
			return marked(p[:1], func(_, sq int) byte { return p[1][-7*sq&63] }) && // square sq's position on the rotated board
				p[0].x() == board.Ray(board.NorthEast, f3)|board.Ray(board.SouthWest, f3)|1<<f3
		},
		"kindergarten32": func(p []picture) bool {
			fold := func(x uint64) uint64 { return uint64(uint32(x) | uint32(x>>32)<<3) }
			x, h := p[0].x(), p[2].x()
			return x&^(file&rookMask) == 0 && p[1].x() == fold(x) && uint32(p[1].x())*0x01041041>>26 == 0b011100 &&
				p[3].x() == uint64(uint32(h)|uint32(h>>29)) && p[4].x() == fold(h)
		},
		"collapsed": func(p []picture) bool {
			once := p[0].x() | p[0].x()>>7
			twice := once | once>>14
			return p[0].x()&^fileA == 0 && shows(p[1:], once, twice, twice|twice>>28)
		},
		"foldinghash": func(p []picture) bool {
			x := p[1].x()
			return p[0].x() == file&rookMask && ^x&^p[0].x() == 0 && p[2].x() == uint64(uint32(x>>32)^3*uint32(x))
		},
		"dual": func(p []picture) bool {
			return p[0].set("0") == file && p[0].set("1") == diagonal && p[0].set("3") == antidiagonal && p[0].set("t") == rank
		},
		"dualsimd": func(p []picture) bool { return lanes(p, file, diagonal, antidiagonal, rank) },
		"gfnisimd": func(p []picture) bool { return lanes(p, rank, diagonal, file, antidiagonal) },
		"obstructionloaded": func(p []picture) bool {
			up, down, x := antidiagonal&^(b-1), antidiagonal&(b-1)|1, p[3].x()
			changed := x&up ^ (x&up - msb((x|1)&down))
			return p[0].x() == up && p[1].x() == down && p[2].x() == antidiagonal && p[4].x() == x&up-msb((x|1)&down) &&
				p[5].x() == changed && p[6].x() == changed&antidiagonal && p[6].x() == antidiagonal&walk(board.Bishop, x)
		},
		"genetic8ray": func(p []picture) bool {
			const d2 = d4 - 16
			x, ray := p[0].x(), board.Ray(board.North, d2)
			return p[1].x() == x-1 && p[2].x() == (x-1)<<1 && p[3].x() == p[2].x()&ray &&
				p[3].x() == board.Walk(board.Rook, d2, x)&ray
		},
		"raysbmi": func(p []picture) bool {
			occ, x, y := p[0].x(), p[1].x(), p[3].x()
			north, mirrored, swap := board.Ray(board.North, d4), board.Ray(board.North, d4^56), bits.ReverseBytes64
			return x == occ&north && p[2].x() == x^(x-1) && y == swap(occ)&mirrored && p[4].x() == y^(y-1) &&
				p[5].x() == p[2].x()&north|swap(p[4].x()&mirrored) && p[5].x() == walk(board.Rook, occ)&file
		},
		"rookpdep":     func(p []picture) bool { return deposited(p[0], p[1], p[2]) },
		"hybridavx2":   func(p []picture) bool { return deposited(p[2], p[1], p[0]) },
		"hybridavx512": func(p []picture) bool { return deposited(p[2], p[1], p[0]) },
		"paired":       func(p []picture) bool { return shows(p, rookMask, bishopMask) },
		"obstructionswitch": func(p []picture) bool {
			ray := board.Ray
			return len(p) == 6 &&
				shows(p, ray(board.North, d4), ray(board.South, d4), ray(board.East, d4), ray(board.West, d4), ray(board.North, a1), ray(board.East, a1))
		},
		"keptswap": func(p []picture) bool {
			left := func(sq int, occ uint64) (set uint64) {
				for _, line := range []uint64{
					board.Ray(board.NorthEast, sq) | board.Ray(board.SouthWest, sq), board.Ray(board.NorthWest, sq) | board.Ray(board.SouthEast, sq),
				} {
					set |= (occ&line - 1<<sq) & line
				}
				return set
			}
			return p[0].set("b") == 1<<c3 && p[2].set("b") == 1<<(c3^56) && p[2].x() == bits.ReverseBytes64(p[0].x()) && p[1].x() == left(c3, p[0].x()) &&
				p[3].x() == left(c3^56, p[2].x()) && p[4].x() == board.Walk(board.Bishop, c3, p[0].x())
		},
	}
	named := len(bySets) + len(byMarks) + len(notDrawn) // names that are still of no technique
	for _, e := range techniques.Catalogue() {
		drawn, bySet, byMark := pictures(t, e), bySets[e.Name], byMarks[e.Name]
		if bySet != nil || byMark != nil || notDrawn[e.Name] {
			named--
		}
		var x sets
		for _, p := range drawn {
			x = append(x, p.x())
		}
		switch {
		case bySet != nil && bySet(x), byMark != nil && byMark(drawn), notDrawn[e.Name] && bySet == nil && byMark == nil: // the boards are right, or of no formula
		case bySet != nil || byMark != nil:
			t.Errorf("%s: the package comment draws something else than its formula gives", e.Name)
		case !resultstest.Published("../results", e.Name):
			t.Logf("the boards of %s are not compared yet: results of it need that, here or in notDrawn", e.Name)
		default:
			t.Errorf("%s: want its boards compared, or its name among those that draw something else", e.Name)
		}
	}
	if named != 0 {
		t.Errorf("%d names here are of no technique, or stand twice", named)
	}
}

// deposited reports whether attacks are PDEP of a slot to a rook's lines.
func deposited(slot, lines, attacks picture) bool {
	own := attacks.set("R")
	return lines.x() == board.Lines(board.Rook, bits.TrailingZeros64(own)) && lines.set("R") == own &&
		attacks.x()&^lines.x() == 0 && slot.x() == extract(attacks.x(), lines.x())
}

// shows reports whether the first pictures show these sets, in this order.
func shows(p []picture, sets ...uint64) bool {
	return slices.EqualFunc(p[:len(sets)], sets, func(p picture, set uint64) bool { return p.x() == set })
}

// marked reports whether every square of every picture has its mark, that of square sq of the i-th picture.
func marked(p []picture, mark func(i, sq int) byte) bool {
	for i, picture := range p {
		for sq := range picture {
			if picture[sq] != mark(i, sq) {
				return false
			}
		}
	}
	return true
}

// stored returns the bits that an entry needs in words of the table: squares on its lines, but not adjacent ones, as the entry rotates them.
func stored(e *factors.Entry) uint64 {
	distant := board.Lines(e.Piece, e.Square) &^ board.Walk(e.Piece, e.Square, ^uint64(0))
	return bits.RotateLeft64(distant, -e.Rotation)
}

// slotsUsed returns in how many slots the attacks of a piece on a square lie.
func slotsUsed(s *factors.Set, p board.Piece, sq int) int {
	slots := map[int]bool{}
	for occ := range board.Subsets(board.Mask(p, sq)) {
		slots[s.Entry(p, sq).Slot(occ)] = true
	}
	return len(slots)
}

// extract gathers the bits of x that a mask selects, like PEXT.
func extract(x, mask uint64) (packed uint64) {
	i := 0
	for sq := range board.Squares(mask) {
		packed |= x >> sq & 1 << i
		i++
	}
	return packed
}

// msb returns the highest bit of x alone.
func msb(x uint64) uint64 { return 1 << (bits.Len64(x) - 1) }

// between returns the squares between two on one line of a queen.
func between(sq, target int) uint64 {
	p := board.Bishop
	if board.Lines(board.Rook, sq)>>target&1 != 0 {
		p = board.Rook
	}
	return board.Walk(p, sq, 1<<target) & board.Walk(p, target, 1<<sq)
}

// isAttacks reports whether a piece on d4 attacks exactly this set under some occupancy.
func isAttacks(p board.Piece, attacks uint64) bool {
	const d4 = 27
	last := attacks // the last squares of the rays
	for sq := range board.Squares(attacks) {
		if board.Lines(p, d4)&^board.Walk(p, d4, 1<<sq)&attacks != 0 {
			last &^= 1 << sq
		}
	}
	return attacks == board.Walk(p, d4, last)
}

// lanes reports whether pictures show a queen's attacks on d4 along these lines, all under one occupancy.
func lanes(p []picture, lines ...uint64) bool {
	attacks := uint64(0)
	for i, line := range lines {
		if p[i].x()&^line != 0 {
			return false
		}
		attacks |= p[i].x()
	}
	return len(p) == len(lines) && isAttacks(board.Queen, attacks)
}

func abs(x int) int { return max(x, -x) }
