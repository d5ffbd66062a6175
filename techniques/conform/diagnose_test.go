package conform_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// magics has a piece's magic table of each square.
type magics [64]struct {
	mask, factor uint64
	shift        int
	table        []uint64
}

// newMagics looks for magics whose indices have two bits more than a square has relevant squares, as they are found in no time.
func newMagics(p board.Piece) *magics {
	var m magics
	rng := rand.New(rand.NewPCG(1, 1))
	for sq := range m {
		s := &m[sq]
		s.mask = board.Mask(p, sq)
		s.shift = 62 - bits.OnesCount64(s.mask)
		s.table = make([]uint64, 4<<bits.OnesCount64(s.mask))
		for found := false; !found; {
			s.factor, found = rng.Uint64()&rng.Uint64()&rng.Uint64(), true
			clear(s.table)
			for sub := range board.Subsets(s.mask) {
				slot, attacks := &s.table[sub*s.factor>>s.shift], board.Walk(p, sq, sub)
				if found = *slot == 0 || *slot == attacks; !found {
					break
				}
				*slot = attacks
			}
		}
	}
	return &m
}

// rays is a walk that takes all it knows from functions: bit makes a square a set, on says whether a step stays on the board.
func rays(p board.Piece, sq int, occ uint64, bit func(sq int) uint64, on func(from, to int) bool) (a uint64) {
	for _, d := range [...][]int{{1, -1, 8, -8}, {9, -9, 7, -7}, {1, -1, 8, -8, 9, -9, 7, -7}}[p] {
		for from, to := sq, sq+d; to >= 0 && to < 64 && on(from, to); from, to = to, to+d {
			if a |= bit(to); occ&bit(to) != 0 {
				break
			}
		}
	}
	return a
}

func bit(sq int) uint64 { return 1 << sq }

// near reports whether a step stays on the board at its sides.
func near(from, to int) bool { return max(from&7, to&7)-min(from&7, to&7) <= 1 }

// each returns a technique that answers for each piece by a function.
func each(f func(p board.Piece, sq int, occ uint64) uint64) conform.Funcs {
	of := func(p board.Piece) func(int, uint64) uint64 {
		return func(sq int, occ uint64) uint64 { return f(p, sq, occ) }
	}
	return conform.Funcs{RookFunc: of(board.Rook), BishopFunc: of(board.Bishop), QueenFunc: of(board.Queen)}
}

// mapped returns a set with its squares moved.
func mapped(set uint64, to func(sq int) int) (moved uint64) {
	for sq := range board.Squares(set) {
		moved |= 1 << to(sq)
	}
	return moved
}

// byFiles counts a1 = 0, a2 = 1.
func byFiles(sq int) int { return sq%8*8 + sq/8 }

const e3 = 20

// A diagnosis names the fault of each technique, or nothing where no known cause explains all answers.
func TestDiagnosis(t *testing.T) {
	defer conform.SetLimits(3*time.Second, time.Nanosecond)() // wrong answers are not counted
	rooks, bishops := newMagics(board.Rook), newMagics(board.Bishop)
	magicsOf := func(p board.Piece) *magics { return []*magics{rooks, bishops}[p] }
	// look answers by the tables, with an index that an engine computes.
	look := func(index func(p board.Piece, sq int, occ uint64) int) conform.Funcs {
		lookup := func(p board.Piece) func(int, uint64) uint64 {
			return func(sq int, occ uint64) uint64 { return magicsOf(p)[sq].table[index(p, sq, occ)] }
		}
		return conform.Funcs{RookFunc: lookup(board.Rook), BishopFunc: lookup(board.Bishop)}
	}
	index := func(p board.Piece, sq int, occ uint64) int {
		s := &magicsOf(p)[sq]
		return int(occ & s.mask * s.factor >> s.shift)
	}
	walk := conform.Walk
	type question struct {
		sq  int
		occ uint64
	}
	// remember lets answers depend on the question before.
	remember := func(answer func(p board.Piece, now, before question) uint64) conform.Funcs {
		var before question
		return each(func(p board.Piece, sq int, occ uint64) uint64 {
			now := question{sq, occ}
			defer func() { before = now }()
			return answer(p, now, before)
		})
	}
	// cached keeps each piece's last answer as long as hit says so.
	cached := func(hit func(now, before question) bool) conform.Funcs {
		var before [3]question
		var answers [3]uint64
		return each(func(p board.Piece, sq int, occ uint64) uint64 {
			now := question{sq, occ}
			if answers[p] == 0 || !hit(now, before[p]) {
				answers[p] = walk(p, sq, occ)
			}
			before[p] = now
			return answers[p]
		})
	}
	// A diagnosis is of a queen, too, unless her answers are the union of the two others.
	all := "of rook, bishop"
	whole := "of rook, bishop, queen"
	for _, c := range []struct {
		name      string
		technique conform.Technique
		of, want  string // the pieces and the beginning of their diagnosis, "" for none; "right": nothing is wrong
	}{
		{"squares from a8", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq^56, occ) }), all, "right with squares counted from a8 (a8 = 0, b8 = 1, a7 = 8)"},
		{"squares from h1", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq^7, occ) }), all, "right with squares counted from h1 (h1 = 0, g1 = 1, h2 = 8)"},
		{"squares from h8", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, 63-sq, occ) }), all, "right with squares counted from h8 (h8 = 0, g8 = 1, h7 = 8)"},
		{"squares by files", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, byFiles(sq), occ) }), all, "right with squares counted by files, from a1 (a1 = 0, a2 = 1, b1 = 8)"},
		{"squares by files from a8", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, byFiles(sq)^56, occ) }), all, "right with squares counted by files, from a8 (a8 = 0, a7 = 1, b8 = 8)"},
		{"squares from 1", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, max(sq, 1)-1, occ) }), all, "right with squares counted from 1 (a1 = 1, h8 = 64)"},
		{"sets from a8", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return bits.ReverseBytes64(walk(p, sq, bits.ReverseBytes64(occ)))
		}), all, "right with squares counted from a8 (a8 = 0, b8 = 1, a7 = 8)"},
		{"occupancy from a8", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, bits.ReverseBytes64(occ)) }), all, "right with the bits of the occupancy counted from a8 (a8 = 0, b8 = 1, a7 = 8)"},
		{"occupancy by files", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, mapped(occ, byFiles)) }), all, "right with the bits of the occupancy counted by files, from a1 (a1 = 0, a2 = 1, b1 = 8)"},
		{"answer from h8", each(func(p board.Piece, sq int, occ uint64) uint64 { return bits.Reverse64(walk(p, sq, occ)) }), all, "right with the bits of the answer counted from h8 (h8 = 0, g8 = 1, h7 = 8)"},
		{"rook's squares from a8", conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 { return rook(sq^56, occ) }}, "of rook", "right with squares counted from a8 (a8 = 0, b8 = 1, a7 = 8)"},
		{"queen's squares from a8", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: func(sq int, occ uint64) uint64 { return queen(sq^56, occ) }}, "of queen", "right with squares counted from a8 (a8 = 0, b8 = 1, a7 = 8)"},
		{"all the same from h8", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return bits.Reverse64(walk(p, 63-sq, bits.Reverse64(occ)))
		}), "", "right"},

		{"rook and bishop", conform.Funcs{RookFunc: bishop, BishopFunc: rook}, all, "rook and bishop are exchanged"},
		{"rook and bishop of both", withBoth(func(sq int, occ uint64) (uint64, uint64) { return bishop(sq, occ), rook(sq, occ) }), all, "rook and bishop are exchanged"},
		{"rook is a bishop", conform.Funcs{RookFunc: bishop, BishopFunc: bishop}, "of rook", "the answers are a bishop's"},
		{"bishop is a queen", conform.Funcs{RookFunc: rook, BishopFunc: queen}, "of bishop", "the answers are a queen's"},
		{"queen is a rook", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: rook}, "of queen", "the bishop's half is missing"},
		{"queen is a bishop", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: bishop}, "of queen", "the rook's half is missing"},

		{"queen is rook & bishop", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: func(sq int, occ uint64) uint64 { return rook(sq, occ) & bishop(sq, occ) }},
			"of queen", "every answer is empty, where rook and bishop are right: rook & bishop, which is always empty, in place of rook | bishop"},
		{"queen is rook ^ bishop", conform.Funcs{RookFunc: rook, BishopFunc: bishop, QueenFunc: func(sq int, occ uint64) uint64 { return rook(sq, occ) ^ bishop(sq, occ) }}, "", "right"},

		{"x-rays", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ&^walk(p, sq, occ)) }), all, "the first piece of each line is seen through, as in x-rays"},
		{"x-rays in a table", each(func(p board.Piece, sq int, occ uint64) uint64 {
			occ &= board.Mask(p, sq)
			return walk(p, sq, occ&^walk(p, sq, occ))
		}), all, "the first piece of each line is seen through, as in x-rays"},
		{"x-rays alone", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return walk(p, sq, occ) ^ walk(p, sq, occ&^walk(p, sq, occ))
		}), all,
			"the answer has only what lies behind the first piece of each line, as x-rays do"},
		{"63 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ<<1>>1) << 1 >> 1 }), all, "the top bit of the answer is lost, that of h8: integers have 63 bits, as OCaml's"},
		{"62 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ<<2>>2) << 2 >> 2 }), "of rook", "the upper 2 bits of the answer and of the occupancy are lost: integers have 62 bits"}, // bishops see nothing behind g8 and h8
		{"53 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ<<11>>11) }), all, "the upper 11 bits of the occupancy are lost: integers have 53 bits"},
		{"rays of 63 bits", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if sq == 63 {
				return 0
			}
			return walk(p, sq, occ) &^ (1 << 63)
		}), all, "the top bit of the answer and of the slider's bit is lost, that of h8: integers have 63 bits, as OCaml's"},
		{"occupancy by a double", each(func(p board.Piece, sq int, occ uint64) uint64 {
			d := float64(occ)
			if d >= 1<<64 {
				return walk(p, sq, ^uint64(0))
			}
			return walk(p, sq, uint64(d))
		}), all, "a double of 53 bits, as JavaScript's Number, rounds the occupancy: the lowest squares are lost"},
		{"occupancy by a double, h8 lost", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, uint64(float64(occ<<1>>1))) }), all,
			"a double of 53 bits rounds the occupancy, and h8 is lost: the lowest squares are lost"},
		{"occupancy by a signed double", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, uint64(int64(float64(int64(occ))))) }), all,
			"a double of 53 bits and a sign rounds the occupancy: the lowest squares are lost"},
		{"answer by a double", each(func(p board.Piece, sq int, occ uint64) uint64 { return uint64(float64(walk(p, sq, occ))) }), whole, "a double of 53 bits, as JavaScript's Number, rounds the answer: the lowest squares are lost"},
		{"answer by a float", each(func(p board.Piece, sq int, occ uint64) uint64 { return uint64(float32(walk(p, sq, occ))) }), whole, "a float of 24 bits rounds the answer: the lowest squares are lost"},
		{"saturates", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, min(occ, 1<<63-1)) }), all, "the occupancy ends at 2^63-1, as strtoll's numbers do"},
		{"arguments", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, int(occ), uint64(sq)) }), all, "the arguments are exchanged"},
		{"arguments in tables", look(func(p board.Piece, sq int, occ uint64) int { return index(p, int(occ), uint64(sq)) }), "", ""}, // the table stays that of the square, so no cause fits
		{"arguments, panics", conform.Funcs{
			RookFunc:   func(sq int, occ uint64) uint64 { return rooks[occ].table[index(board.Rook, int(occ), uint64(sq))] },
			BishopFunc: func(sq int, occ uint64) uint64 { return bishops[occ].table[index(board.Bishop, int(occ), uint64(sq))] },
		}, all, "the arguments are exchanged"},

		{"blockers", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ) &^ occ }), all, "blockers are missing from the answer"},
		{"blockers in a table", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ) &^ (occ & board.Mask(p, sq)) }), all, "blockers are missing from the answer"},
		{"bishop's blockers", conform.Funcs{RookFunc: rook, BishopFunc: func(sq int, occ uint64) uint64 { return bishop(sq, occ) &^ occ }}, "of bishop", "blockers are missing from the answer"},
		{"last squares", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool {
				d := to - from
				return near(from, to) && to+d >= 0 && to+d < 64 && near(to, to+d)
			})
		}), all, "edges are never attacked"},
		{"edges", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ) & 0x007e7e7e7e7e7e00 }), all, "edges are never attacked"},
		{"own square", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ) | 1<<sq }), all, "the answer has the slider's own square"},
		{"complement", each(func(p board.Piece, sq int, occ uint64) uint64 { return ^walk(p, sq, occ) }), whole, "the answer has all but the attacked squares"},
		{"empty squares", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, ^occ) }), all, "occupied and empty squares are exchanged"},
		{"no tables", conform.Funcs{RookFunc: func(int, uint64) uint64 { return 0 }, BishopFunc: func(int, uint64) uint64 { return 0 }}, all, "every answer is empty, as before tables are filled"},
		{"no occupancy", look(func(p board.Piece, sq int, occ uint64) int { return index(p, sq, 0) }), all, "every answer is that of the empty board: the occupancy is not seen, or an index is always 0"},
		{"no west", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) && from-to != 1 })
		}), "of rook", "rays are missing to the west"},
		{"no diagonal", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) && from-to != 9 && to-from != 9 })
		}), "of bishop", "rays are missing to the north-east, south-west"},

		{"wraps", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return true })
		}), all, "rays wrap around the h file and the a file"},
		{"wraps around h", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) || from&7 == 7 })
		}), all, "rays wrap around the h file"},
		{"wraps around a", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) || from&7 == 0 })
		}), all, "rays wrap around the a file"},
		{"wraps in one step", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, bit, func(from, to int) bool { return near(from, to) || to-from == 1 })
		}), "of rook", "rays wrap around the h file"},
		{"fills without masks", each(func(p board.Piece, sq int, occ uint64) (a uint64) {
			for _, d := range [...][]int{{1, -1, 8, -8}, {9, -9, 7, -7}, {1, -1, 8, -8, 9, -9, 7, -7}}[p] {
				shifted := func(set uint64) uint64 {
					if d > 0 {
						return set << d
					}
					return set >> -d
				}
				ray := uint64(1) << sq
				for range 6 {
					ray |= shifted(ray) &^ occ
				}
				a |= shifted(ray)
			}
			return a
		}), all, "rays wrap around the h file and the a file"},
		{"wraps in a table", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ&board.Mask(p, sq), bit, func(from, to int) bool { return true })
		}), whole, "rays wrap around the h file and the a file"},

		{"own square set", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if occ>>sq&1 != 0 {
				return 0
			}
			return walk(p, sq, occ)
		}), all, "right only where the occupancy lacks the slider's own square"},
		{"own square in the product", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			return int(occ & (s.mask | 1<<sq) * s.factor >> s.shift)
		}), all, "right only where the occupancy lacks the slider's own square"},
		{"own square taken off", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			return int((occ&(s.mask|1<<sq) - 1<<sq) * s.factor >> s.shift)
		}), all, "right only where the occupancy has the slider's own square"},
		{"noise", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			return int((occ&s.mask | occ&^(board.Lines(p, sq)|1<<sq)) * s.factor >> s.shift)
		}), all, "right only where the slider's lines alone are occupied: squares off them are not masked off"},
		{"no mask", look(func(p board.Piece, sq int, occ uint64) int {
			return int(occ * magicsOf(p)[sq].factor >> magicsOf(p)[sq].shift)
		}), all, "right only where the relevant squares alone are occupied: the others are not masked off"},
		{"edges in the mask", look(func(p board.Piece, sq int, occ uint64) int {
			return int(occ & board.Lines(p, sq) * magicsOf(p)[sq].factor >> magicsOf(p)[sq].shift)
		}), all, "right only where the lines' last squares, on the edge, are empty: they are not masked off"},

		{"answer of 32 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return uint64(uint32(walk(p, sq, occ))) }), all, "the upper 32 bits of the answer are lost"},
		{"answer of 32 bits with a sign", each(func(p board.Piece, sq int, occ uint64) uint64 { return uint64(int32(walk(p, sq, occ))) }), all, "the upper 32 bits of the answer are lost, and a sign takes their place"},
		{"occupancy of 32 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, uint64(uint32(occ))) }), all, "the upper 32 bits of the occupancy are lost"},
		{"occupancy of 32 bits with a sign", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, uint64(int32(occ))) }), all, "the upper 32 bits of the occupancy are lost, and a sign takes their place"},
		{"bits of 32 bits", each(func(p board.Piece, sq int, occ uint64) uint64 {
			return rays(p, sq, occ, func(sq int) uint64 { return uint64(int32(uint32(1) << (sq & 31))) }, near)
		}), all, "the upper 32 bits of the answer and of the occupancy are lost: 1 << square has 32 bits, one of them a sign, and begins anew at square 32"},
		{"sliders of 32 bits", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq&31, occ) }), all, "the upper 32 bits of the slider's bit are lost: 1 << square has 32 bits, and begins anew at square 32"},
		{"halves", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ<<32|occ>>32) }), all, "the halves of 32 bits of the occupancy are exchanged"},
		{"product of 32 bits", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			return int(uint32(occ&s.mask*s.factor) >> (s.shift - 32))
		}), all, "no answer depends on the upper 32 bits of the occupancy, as if a product had 32 bits"},
		{"signed product", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			return int(int64(occ&s.mask*s.factor) >> s.shift)
		}), all, "an index is negative where the top bit of a product is set: the product is signed, and >> keeps its sign"},
		{"signed product without checks", conform.Funcs{BishopFunc: bishop, RookFunc: func(sq int, occ uint64) uint64 {
			s := &rooks[sq]
			i := int(int64(occ&s.mask*s.factor) >> s.shift)
			if i < 0 { // the table of the square before lies there
				s = &rooks[(sq+63)&63]
				i = (i + 2*len(s.table)) % len(s.table) // it may be smaller: one length less need not be enough to reach it
			}
			return s.table[i]
		}}, "of rook", "an index is negative where the top bit of a product is set: the product is signed, and >> keeps its sign"},

		{"answer before", remember(func(p board.Piece, _, before question) uint64 { return walk(p, before.sq, before.occ) }), whole, "the answer is that to the question before"},
		{"occupancy before", remember(func(p board.Piece, now, before question) uint64 { return walk(p, now.sq, before.occ) }), whole, "the occupancy is that of the question before"},
		{"square before", remember(func(p board.Piece, now, before question) uint64 { return walk(p, before.sq, now.occ) }), whole, "the square is that of the question before"},
		{"kept for a square", cached(func(now, before question) bool { return now.sq == before.sq }), whole, "the answer to the question before is kept where the square is the same"},
		{"kept for an occupancy", cached(func(now, before question) bool { return now.occ == before.occ }), all, "the answer to the question before is kept where the occupancy is the same"},

		// No known cause explains these.
		{"one slot", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if a := walk(p, sq, occ); p != board.Rook || sq != e3 || occ&board.Mask(p, sq) != 1<<12|1<<18 {
				return a
			}
			return 1 << 63
		}), "", ""},
		{"one factor", look(func(p board.Piece, sq int, occ uint64) int {
			s := &magicsOf(p)[sq]
			if p == board.Rook && sq == e3 {
				return int(occ & s.mask * (s.factor ^ 1<<40) >> s.shift)
			}
			return index(p, sq, occ)
		}), "", ""},
		{"all factors", look(func(p board.Piece, sq int, occ uint64) int {
			return int(occ & magicsOf(p)[sq].mask * magicsOf(p)[sq^1].factor >> magicsOf(p)[sq].shift)
		}), "", ""},
		{"one square from a8", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if sq == e3 {
				return walk(p, sq^56, occ)
			}
			return walk(p, sq, occ)
		}), "", ""},
		{"one square of noise", each(func(p board.Piece, sq int, occ uint64) uint64 { return walk(p, sq, occ) ^ occ&(1<<33) }), "", ""},
		{"own square on one rank", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if occ>>sq&1 != 0 && occ>>56&1 != 0 {
				return 0
			}
			return walk(p, sq, occ)
		}), "", ""},
		{"blockers on one square", each(func(p board.Piece, sq int, occ uint64) uint64 {
			if sq == e3 {
				return walk(p, sq, occ) &^ occ
			}
			return walk(p, sq, occ)
		}), "", ""},
		{"garbage", each(func(p board.Piece, sq int, occ uint64) uint64 { return (occ + uint64(sq)) * 0x9e3779b97f4a7c15 }), "", ""},
		{"panics", each(func(p board.Piece, sq int, occ uint64) uint64 { panic("not written") }), "", ""},
		{"random", each(func(p board.Piece, sq int, occ uint64) uint64 { return rand.Uint64() }), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := conform.Prove(c.technique, 10)
			if c.want == "right" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var m *conform.Mistake
			if !errors.As(err, &m) {
				t.Fatalf("got %v", err)
			}
			want := c.want
			if want != "" {
				want = "diagnosis " + c.of + ": " + want
			}
			if !strings.HasPrefix(m.Diagnosis, want) || (want == "") != (m.Diagnosis == "") {
				t.Errorf("%s\ngot  %q\nwant %q", m, m.Diagnosis, want)
			}
			if !strings.Contains(err.Error(), m.Diagnosis) {
				t.Errorf("no %q in\n%v", m.Diagnosis, err)
			}
		})
	}
}

// Batches and states have diagnoses, too.
func TestDiagnosisOfOthers(t *testing.T) {
	defer conform.SetLimits(3*time.Second, time.Nanosecond)()
	moved := conform.BatchFuncs{RookFunc: func(dst, occ []uint64, sq []uint8) {
		occ = slices.Clone(occ)
		for i := range dst {
			j := (i + 1) % len(occ)
			dst[i] = rook(int(sq[j]&63), occ[j])
		}
	}}
	_, err := conform.ProveBatch(moved, 16)
	wantDiagnosis(t, err, "of rook: the answer is that to the next question")
	wantDiagnosis(t, conform.ProveState[fromA8](1), "of rook: right with squares counted from a8 (a8 = 0, b8 = 1, a7 = 8)")
}

// fromA8 is a state whose rook counts squares from a8. (kept is a right state.)
type fromA8 struct{ kept }

func (f *fromA8) Rook(sq int) uint64 { return rook(sq^56, f.occ) }

func wantDiagnosis(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "\ndiagnosis "+want+"\n") {
		t.Errorf("no diagnosis %s in\n%v", want, err)
	}
}
