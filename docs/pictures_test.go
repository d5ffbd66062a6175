package main

import (
	"math/bits"
	"strings"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/search/factors"
	"github.com/slidebench/slidebench/techniques"
)

// picture is a drawn board: what stands on each square.
type picture [64]byte

// set returns the squares on which one of some marks stands.
func (p picture) set(marks string) (set uint64) {
	for sq, mark := range p {
		if strings.IndexByte(marks, mark) >= 0 {
			set |= 1 << sq
		}
	}
	return set
}

// x returns the squares that are marked by an x.
func (p picture) x() uint64 { return p.set("x") }

// pictures returns what is drawn in a technique's package comment, block by block and from left to right.
func pictures(t *testing.T, e *techniques.Entry) (all []picture) {
	t.Helper()
	text, err := packageComment(folder(e))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, match := range keyLink.FindAllStringSubmatch(strings.ReplaceAll(text, "[", `\[`), -1) {
		keys[match[2]] = true
	}
	page, err := parsePage(e.Name, text, keys)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range page.boards {
		rank, first := 7, len(all)
		for line := range strings.Lines(block) {
			n := first
			for _, part := range gap.Split(strings.TrimSpace(line), -1) {
				if !rankOfBoard.MatchString(part) {
					continue
				}
				if n == len(all) {
					all = append(all, picture{})
				}
				for file := range 8 {
					all[n][8*rank+file] = part[2*file]
				}
				n++
			}
			if n > first {
				rank--
			}
		}
	}
	return all
}

// What is drawn in these package comments is what the formulas there give: for a slider on d4, where nothing else is said,
// and the occupancy that is drawn, too.
func TestPictures(t *testing.T) {
	const (
		d4 = 27
		b  = uint64(1) << d4
	)
	rookMask, bishopMask := board.Mask(board.Rook, d4), board.Mask(board.Bishop, d4)
	file := board.Ray(board.North, d4) | board.Ray(board.South, d4)
	rank := board.Ray(board.East, d4) | board.Ray(board.West, d4)
	walk := func(p board.Piece, occ uint64) uint64 { return board.Walk(p, d4, occ) }
	factor := func(t *testing.T, name string) uint64 { return set(t, name).Entry(board.Rook, d4).Factor }
	for name, right := range map[string]func(t *testing.T, p []picture) bool{
		"classical": func(_ *testing.T, p []picture) bool { return p[1].set("1234567") == walk(board.Rook, p[0].x()) },
		"naive": func(_ *testing.T, p []picture) bool {
			index := uint64(0)
			for sq := range board.Squares(p[1].x()) {
				index |= 1 << (p[0][sq] - '0')
			}
			return p[0].set("0123456789") == rookMask && p[2].x() == index
		},
		"magic": func(t *testing.T, p []picture) bool {
			return p[1].x() == factor(t, "magic") && p[2].x() == p[0].x()*p[1].x() && p[3].x() == p[2].x()>>52<<52
		},
		"magic32": func(t *testing.T, p []picture) bool {
			occ, f := p[0].x(), factor(t, "magic32")
			lo, hi := uint32(occ)*uint32(f), uint32(occ>>32)*uint32(f>>32)
			return p[1].x() == f && p[2].x() == uint64(hi)<<32|uint64(lo) && p[3].x() == uint64(lo^hi) &&
				p[4].x() == uint64(lo^hi)>>22<<22
		},
		"unchecked": func(_ *testing.T, p []picture) bool {
			return p[0].x() == rookMask && p[2].x() == p[1].x()>>(64-bits.OnesCount64(rookMask))<<(64-bits.OnesCount64(rookMask))
		},
		"fancymagic": func(_ *testing.T, p []picture) bool {
			for sq := range 64 {
				for piece, picture := range p {
					if "56789abc"[bits.OnesCount64(board.Mask(board.Piece(piece), sq))-5] != picture[sq] {
						return false
					}
				}
			}
			return len(p) == 2
		},
		"dense": func(t *testing.T, p []picture) bool {
			var dense [2]uint64
			for _, e := range set(t, "dense").Entries {
				if 64-e.Shift < bits.OnesCount64(board.Mask(e.Piece, e.Square)) {
					dense[e.Piece] |= 1 << e.Square
				}
			}
			return p[0].x() == dense[board.Rook] && p[1].x() == dense[board.Bishop]
		},
		"overlay": func(_ *testing.T, p []picture) bool {
			d4, e5 := board.Lines(board.Rook, d4), board.Lines(board.Rook, 36)
			return p[0].x() == d4 && p[1].x() == e5 && p[2].set("1+") == d4 && p[2].set("2+") == e5
		},
		"overlayadjacent": func(t *testing.T, p []picture) bool {
			s := set(t, "overlayadjacent")
			for i, e := range []*factors.Entry{
				s.Entry(board.Rook, 0), s.Entry(board.Rook, 2), s.Entry(board.Rook, 7),
				s.Entry(board.Bishop, 6), s.Entry(board.Bishop, 51), s.Entry(board.Bishop, 53),
			} {
				if p[0].set(string(rune('1'+i))) != stored(e) {
					return false
				}
			}
			return true
		},
		"torusgroups": func(t *testing.T, p []picture) bool {
			for i, files := range []string{"ab", "gh", "c", "d", "e", "f"} {
				all := uint64(0)
				for sq := range 64 {
					if strings.IndexByte(files, byte('a'+sq&7)) >= 0 {
						all |= stored(set(t, "torusgroups").Entry(board.Rook, sq))
					}
				}
				if p[i].x() != all {
					return false
				}
			}
			return true
		},
		"fixedshift": func(_ *testing.T, p []picture) bool {
			for piece, slots := range []int{512, 64} {
				for sq := range 64 {
					if int(p[piece][sq]-'0') != (span("fixedshift", board.Piece(piece), sq)+slots-1)/slots {
						return false
					}
				}
			}
			return true
		},
		"blackmagic": func(_ *testing.T, p []picture) bool {
			return p[0].x() == rookMask && p[2].x() == p[1].x()&rookMask && p[3].x() == p[1].x()|^rookMask
		},
		"words16": func(_ *testing.T, p []picture) bool {
			return p[1].x() == p[0].x()*0x0101010101010101 && p[3].x() == p[1].x()&p[2].x() &&
				p[2].x()&^board.Lines(board.Bishop, d4) == 0
		},
		"pext": func(_ *testing.T, p []picture) bool {
			return p[0].x() == rookMask && p[2].x() == extract(p[1].x(), rookMask)
		},
		"pextload": func(_ *testing.T, p []picture) bool {
			return p[0].x() == bishopMask && p[2].x() == extract(p[1].x(), bishopMask)
		},
		"pdep": func(_ *testing.T, p []picture) bool {
			return p[1].x() == board.Lines(board.Rook, d4) && p[2].x() == extract(p[0].x(), p[1].x())
		},
		"softpext": func(_ *testing.T, p []picture) bool { return p[3].x() == extract(p[0].x(), rookMask) },
		"quintessence": func(_ *testing.T, p []picture) bool {
			x, swap := p[0].x(), bits.ReverseBytes64
			return p[1].x() == x-b && p[2].x() == swap(swap(x)-swap(b)) && p[3].x() == p[1].x()^p[2].x() &&
				p[4].x() == walk(board.Rook, x)&file
		},
		"reversal": func(_ *testing.T, p []picture) bool {
			x, reverse := p[0].x(), bits.Reverse64
			return p[1].x() == x-b && p[2].x() == reverse(reverse(x)-reverse(b)) && p[3].x() == p[1].x()^p[2].x() &&
				p[4].x() == walk(board.Rook, x)&rank
		},
		"gfni": func(_ *testing.T, p []picture) bool {
			return p[1].x() == bits.ReverseBytes64(p[0].x()) && p[2].x() == bits.Reverse64(p[0].x())
		},
		"obstruction": func(_ *testing.T, p []picture) bool {
			up, down := p[0].x(), p[1].x()
			return p[2].x() == up-1<<(63-bits.LeadingZeros64(down)) && p[3].x() == up^p[2].x() &&
				p[4].x() == walk(board.Rook, up|down)&file
		},
		"obstructionavx2": func(_ *testing.T, p []picture) bool {
			x, down, up := p[0].x(), p[1].x(), p[2].x()
			return x == down|up && p[3].x() == (up-1<<(63-bits.LeadingZeros64(down)))&(rank|b) &&
				p[4].x() == walk(board.Rook, x)&rank && p[4].x() == (up^p[3].x())&^b
		},
		"obstructionavx512": func(_ *testing.T, p []picture) bool {
			for sq := range 64 {
				const digits = "0123456789abcdef"
				if p[0][sq] != digits[(sq>>3-sq&7)&15] || p[1][sq] != digits[sq>>3+sq&7] {
					return false
				}
			}
			return true
		},
		"best": func(_ *testing.T, p []picture) bool {
			occ := p[0].x()
			return p[1].x() == walk(board.Rook, occ) && p[2].x() == walk(board.Bishop, occ) && p[3].x() == walk(board.Queen, occ)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if !right(t, pictures(t, entry(t, name))) {
				t.Error("the package comment draws something else than its formula gives")
			}
		})
	}
}

// set returns the stored set of a technique.
func set(t *testing.T, name string) *factors.Set {
	t.Helper()
	s, err := storedSet(entry(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// stored returns the bits of a word that tell of distant squares.
func stored(e *factors.Entry) uint64 {
	distant := board.Lines(e.Piece, e.Square) &^ board.Walk(e.Piece, e.Square, ^uint64(0))
	return bits.RotateLeft64(distant, -e.Rotation)
}

// span returns how many slots there are from the first to the last that a technique reads on a square.
func span(name string, p board.Piece, sq int) int {
	e := find(name)
	first, last := ^uintptr(0), uintptr(0)
	for occ := range board.Subsets(board.Mask(p, sq)) {
		var slot uintptr
		e.Reads(p, sq, occ, func(address unsafe.Pointer, _ uintptr) { slot = uintptr(address) })
		first, last = min(first, slot), max(last, slot)
	}
	return int(last-first)/8 + 1
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
