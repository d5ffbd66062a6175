package search

import (
	"fmt"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// Entry is what a set knows about one square: its factor, and the offset that is added to the index. An offset may be
// negative where the form's smallest index is not 0.
type Entry struct {
	Factor uint64
	Offset int
}

// Set is a factor and an offset for the rook and the bishop on every square.
type Set struct {
	Form    Form
	Layout  Layout
	Entries [2][64]Entry // by board.Rook and board.Bishop
}

// maxTries bounds the search of one square. With seed 1 the hardest one, a rook on f8, takes two million.
const maxTries = 100_000_000

// FindSquare finds one square's factor of the plain or fancy set that FindSet finds from the same seed.
func FindSquare(form Form, layout Layout, seed uint64, piece board.Piece, sq int) (factor uint64, tried int, err error) {
	return Find(form, piece, sq, layout.Bits(piece, sq), stream(seed, piece, sq), maxTries)
}

// stream returns the generator from which a square's candidates are drawn.
func stream(seed uint64, piece board.Piece, sq int) *rand.PCG {
	return rand.NewPCG(seed, uint64(piece)<<6|uint64(sq))
}

// FindSet finds a whole set from a seed. The error is ErrExhausted, wrapped, if a square's tries are used up.
func FindSet(form Form, layout Layout, seed uint64) (*Set, error) {
	if layout == Fixed {
		return findFixed(form, seed)
	}
	s := &Set{Form: form, Layout: layout}
	offset := 0
	for _, piece := range pieces {
		for sq := range 64 {
			factor, _, err := FindSquare(form, layout, seed, piece, sq)
			if err != nil {
				return nil, err
			}
			s.Entries[piece][sq] = Entry{factor, offset}
			offset += 1 << layout.Bits(piece, sq)
		}
	}
	return s, nil
}

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// question is a square with a subset of its mask.
type question struct {
	piece board.Piece
	sq    int
	sub   uint64
}

// all yields every relevant subset of every square with its slot in the table.
func (s *Set) all(yield func(q question, slot int) bool) {
	for _, piece := range pieces {
		for sq := range 64 {
			e, n, mask := s.Entries[piece][sq], s.Layout.Bits(piece, sq), board.Mask(piece, sq)
			for sub := range board.Subsets(mask) {
				slot := e.Offset + int(s.Form.index(s.Form.key(sub, mask), e.Factor, n))
				if !yield(question{piece, sq, sub}, slot) {
					return
				}
			}
		}
	}
}

// Words returns the length of the table: one more than the highest slot that a relevant subset reaches.
func (s *Set) Words() int {
	words := 0
	for _, slot := range s.all {
		words = max(words, slot+1)
	}
	return words
}

// Verify asks every relevant subset of every square. The error names the first slot that would need two answers, or that
// lies before the table, the squares, and the subsets as pictures.
func (s *Set) Verify() error {
	first := map[int]question{}
	for q, slot := range s.all {
		if slot < 0 {
			return fmt.Errorf("slot %d, wanted by %v, lies before the table", slot, q)
		}
		p, taken := first[slot]
		if !taken {
			first[slot] = q
		} else if board.Walk(p.piece, p.sq, p.sub) != board.Walk(q.piece, q.sq, q.sub) {
			return fmt.Errorf("slot %d needs two answers, for %v and for %v", slot, p, q)
		}
	}
	return nil
}

// String names the square and draws the subset and the attacks.
func (q question) String() string {
	return fmt.Sprintf("a %v on %s with the subset\n%sand the attacks\n%s",
		q.piece, board.SquareName(q.sq), board.Picture(q.sub), board.Picture(board.Walk(q.piece, q.sq, q.sub)))
}
