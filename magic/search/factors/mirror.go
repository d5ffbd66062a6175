package factors

import (
	"fmt"
	"math/bits"

	"github.com/slidebench/slidebench/board"
)

// Mirrored returns a lookup for every square from a set that may lack a square whose mirror image on the other half of the board it
// has. A rook or a bishop upside down is a rook or a bishop, and a byte swap turns the ranks of a set of squares upside down:
//
//	attacks = swap(T[offset + (swap(occ) & mask) * factor >> shift])    of the mirror image's entry
//
// The words of the set hold whole attack sets.
func (s *Set) Mirrored() (attacks func(p board.Piece, sq int, occ uint64) uint64, err error) {
	if s.Content != Whole {
		return nil, fmt.Errorf("content %v (want %v)", s.Content, Whole)
	}
	for _, p := range [...]board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			if s.Entry(p, sq) == nil && s.Entry(p, sq^upsideDown) == nil {
				return nil, fmt.Errorf("no factor for a %v on %s or %s", p, board.SquareName(sq), board.SquareName(sq^upsideDown))
			}
		}
	}
	table, err := s.Table()
	if err != nil {
		return nil, err
	}
	return func(p board.Piece, sq int, occ uint64) uint64 {
		if e := s.Entry(p, sq); e != nil {
			return table[e.Slot(occ)]
		}
		e := s.Entry(p, sq^upsideDown)
		return bits.ReverseBytes64(table[e.Slot(bits.ReverseBytes64(occ))])
	}, nil
}

// upsideDown is the bits of a square's number that its mirror image has inverted: those of the rank.
const upsideDown = 7 << 3
