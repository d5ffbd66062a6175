// Package factors holds sets of magics: the lookups that they make, their table, the proof of the table, and the files
// of magics.
//
// A set has an entry for a rook or a bishop on a square. An entry's magic hashes an occupancy to an index, and its offset
// says where the square's slots begin in a table that all entries of the set share:
//
//	slot = offset + (key(occ) * factor) >> shift
//
// The entry's [Form] determines the key, and the set's [Content] determines what a slot holds. Squares are numbered from
// a1 = 0 by rank to h8 = 63.
//
// The package can read and prove sets from any source, for findmagic and for pages about sets. Its lookups are written for proof, not for speed.
package factors

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/names"
)

// Form is the way in which an occupancy becomes the key that a magic multiplies.
type Form uint8

// The forms.
const (
	// White clears the irrelevant squares: occ & mask.
	White Form = iota
	// Black sets the irrelevant squares: occ | ^mask. The smallest index of a square may then be above 0.
	Black
	// Bits32 is White in halves of 32 bits: index = (lo(key)*lo(factor) ^ hi(key)*hi(factor)) >> shift in 32-bit arithmetic.
	Bits32
	// Torus turns the board until the slider stands on h8, ranks and files wrapping around, and sets the last square of
	// every ray. On the turned board, the lines of all squares lie in the same places. Squares then differ only in where the
	// board ends, and the key shows the ends as blockers. So squares may share a magic and slots, if a common magic is found.
	Torus
)

var formNames = [...]string{White: "white", Black: "black", Bits32: "32bit", Torus: "torus"}

// String returns the form's name as flags and files spell it.
func (f Form) String() string { return formNames[f] }

// ParseForm is the inverse of Form.String.
func ParseForm(s string) (Form, error) { return names.Parse[Form]("form", s, formNames[:]) }

// Width returns the number of bits of the form's products.
func (f Form) Width() int {
	if f == Bits32 {
		return 32
	}
	return 64
}

// Turn returns by how many bits a lookup first rotates the board to the left: 0, except in the torus form, where the slider's square becomes h8.
func (f Form) Turn(sq int) int {
	if f == Torus {
		return 63 - sq
	}
	return 0
}

// Relevant returns the squares of the turned board whose occupants remain in a key.
func (f Form) Relevant(p board.Piece, sq int) uint64 {
	return bits.RotateLeft64(board.Mask(p, sq), f.Turn(sq))
}

// Filled returns the squares of the turned board that are set in every key: in the black form the irrelevant squares, in the
// torus form the last square of every ray. In the torus form these squares stop a ray where the edges of the board have met.
// They lose no information, because a ray's last square is attacked whether it is occupied or not.
func (f Form) Filled(p board.Piece, sq int) uint64 {
	mask := board.Mask(p, sq)
	switch f {
	case Black:
		return ^mask
	case Torus:
		return bits.RotateLeft64(board.Lines(p, sq)&^mask, f.Turn(sq))
	}
	return 0
}

// Key returns the key that the magic multiplies. Occupants of irrelevant squares do not change it.
func (f Form) Key(p board.Piece, sq int, occ uint64) uint64 {
	return bits.RotateLeft64(occ, f.Turn(sq))&f.Relevant(p, sq) | f.Filled(p, sq)
}

// Index returns the index that a magic gives a key: the bits of their product above the lowest shift.
func (f Form) Index(key, factor uint64, shift int) int {
	if f == Bits32 {
		return int((uint32(key)*uint32(factor) ^ uint32(key>>32)*uint32(factor>>32)) >> shift)
	}
	return int(key * factor >> shift)
}

// Content is what a slot of the table holds, and so how a lookup computes the attacks from the slot.
type Content uint8

// The contents.
const (
	// Whole: a slot holds an attack set. attacks = T[slot].
	Whole Content = iota
	// Overlay: a slot serves squares whose rotated lines do not meet, or only where their attacks agree.
	// attacks = rotl(T[slot], rotation) & lines.
	Overlay
	// OverlayAdjacent: as Overlay, but the squares next to the slider, which are always attacked, are not stored.
	// attacks = rotl(T[slot], rotation) & (lines without adjacent) | adjacent.
	OverlayAdjacent
)

var contentNames = [...]string{Whole: "whole", Overlay: "overlay", OverlayAdjacent: "overlayadjacent"}

// String returns the content's name as flags and files spell it.
func (c Content) String() string { return contentNames[c] }

// ParseContent is the inverse of Content.String.
func ParseContent(s string) (Content, error) {
	return names.Parse[Content]("content", s, contentNames[:])
}

// Adjacent returns the squares next to sq in the directions of a piece, which are attacked under every occupancy.
func Adjacent(p board.Piece, sq int) uint64 { return board.Walk(p, sq, ^uint64(0)) }

// Known returns the squares whose attacks a slot stores, before rotation: all squares if it holds a whole attack set.
func (c Content) Known(p board.Piece, sq int) uint64 {
	switch c {
	case Overlay:
		return board.Lines(p, sq)
	case OverlayAdjacent:
		return board.Lines(p, sq) &^ Adjacent(p, sq)
	}
	return ^uint64(0)
}

// Entry is a set's magic and slots for a rook or a bishop on a square.
type Entry struct {
	Piece    board.Piece
	Square   int // a1 = 0
	Form     Form
	Factor   uint64
	Shift    int // bits by which a product is shifted to the right
	Offset   int // in slots; negative where the smallest index is not 0
	Rotation int // bits by which a slot is rotated to the left; 0 where the content is Whole
}

// Slot returns the slot of the table where an occupancy's attacks are looked up.
func (e *Entry) Slot(occ uint64) int { return e.lookup()(occ) }

// lookup returns Slot as a function that computes the constants of the square only once.
func (e *Entry) lookup() (slot func(occ uint64) int) {
	turn, relevant, filled := e.Form.Turn(e.Square), e.Form.Relevant(e.Piece, e.Square), e.Form.Filled(e.Piece, e.Square)
	return func(occ uint64) int {
		return e.Offset + e.Form.Index(bits.RotateLeft64(occ, turn)&relevant|filled, e.Factor, e.Shift)
	}
}

// store returns a function that computes the word of an occupancy's slot, and the bits of the word that the entry uses; the others are 0.
func (e *Entry) store(c Content) (word func(occ uint64) uint64, known uint64) {
	squares := c.Known(e.Piece, e.Square)
	word = func(occ uint64) uint64 {
		return bits.RotateLeft64(board.Walk(e.Piece, e.Square, occ)&squares, -e.Rotation)
	}
	return word, bits.RotateLeft64(squares, -e.Rotation)
}

// String names the piece and the square.
func (e *Entry) String() string {
	return fmt.Sprintf("a %v on %s", e.Piece, board.SquareName(e.Square))
}

// Set is entries that share a table, in the order of Compare. It may lack squares.
type Set struct {
	Content Content
	Source  []string // where the set comes from, in lines without ends
	Entries []Entry
}

// Compare orders entries: rooks before bishops, then by square.
func Compare(a, b Entry) int {
	return cmp.Or(cmp.Compare(a.Piece, b.Piece), cmp.Compare(a.Square, b.Square))
}

// Entry returns the entry of a piece on a square, or nil.
func (s *Set) Entry(p board.Piece, sq int) *Entry {
	i, ok := slices.BinarySearchFunc(s.Entries, Entry{Piece: p, Square: sq}, Compare)
	if !ok {
		return nil
	}
	return &s.Entries[i]
}

// Complete reports whether there is an entry for every square of both pieces.
func (s *Set) Complete() bool { return len(s.Entries) == 2*64 }

// Missing names the pieces and squares for which there is no entry, as in "rook a1, b1; bishop h8", or "all rooks".
func (s *Set) Missing() string {
	var pieces []string
	for _, p := range [...]board.Piece{board.Rook, board.Bishop} {
		var squares []string
		for sq := range 64 {
			if s.Entry(p, sq) == nil {
				squares = append(squares, board.SquareName(sq))
			}
		}
		switch len(squares) {
		case 0: // none is missing
		case 64:
			pieces = append(pieces, fmt.Sprintf("all %vs", p))
		default:
			pieces = append(pieces, fmt.Sprintf("%v %s", p, strings.Join(squares, ", ")))
		}
	}
	return strings.Join(pieces, "; ")
}

// Fill adds the entries of another set for which s has none. Their slots begin where the table of s ends, one entry's behind the
// other's, so that no slot is shared and nothing of s changes. The error says why the sets do not fit together.
func (s *Set) Fill(other *Set) error {
	if s.Content != other.Content {
		return fmt.Errorf("content %v (want %v)", other.Content, s.Content)
	}
	if err := other.Verify(); err != nil {
		return err
	}
	next, spans := s.Words(), other.Spans()
	for i, e := range other.Entries {
		if s.Entry(e.Piece, e.Square) == nil {
			e.Offset += next - spans[i].First
			next += spans[i].Len()
			s.Entries = append(s.Entries, e)
			slices.SortFunc(s.Entries, Compare)
		}
	}
	return nil
}
