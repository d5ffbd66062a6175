// Package shared is fancy magic bitboards with sharing, also called post-mask: two rooks, or four bishops, share a table, which
// holds the union of their attacks. After the lookup each of them keeps the squares on its own lines.
//
//	attacks = T[offset + ((occ & mask) * factor) >> shift] & lines      offset: that of the square's group
//
// The lines of a group meet only in squares next to both sliders, which are attacked under every occupancy. Each other bit of a
// word belongs to one of the squares, so any factors fit together. Two rooks on diagonal neighbours form a group. Two bishops of
// one colour two squares apart, up and down in the outer files, side by side in the inner files, form a group with two such
// bishops of the other colour, whose lines have other squares. Two pairs, the squares in which they meet, and all groups:
//
//	a1 and b2           c1 and e1           rooks               bishops
//	. . . . . . . .     . . . . . . . .     z y B A D C F E     b d l l l l n p
//	. . . . . . . .     . . . . . . . .     y z A B C D E F     b d k k k k n p
//	. . . . . . . .     . . . . . . . .     r q t s v u x w     b d j j j j n p
//	. . . . . . . .     . . . . . . . .     q r s t u v w x     b d i i i i n p
//	. . . . . . . .     . . . . . . . .     j i l k n m p o     a c h h h h m o
//	. . . . . . . .     . . . . . . . .     i j k l m n o p     a c g g g g m o
//	x R . . . . . .     . . . x . . . .     b a d c f e h g     a c f f f f m o
//	R x . . . . . .     . . B . B . . .     a b c d e f g h     a c e e e e m o
//
// Build proves that every square's bits are right in all of its slots. Package overlay extends the idea to squares that are not
// neighbours, to rooks over bishops, and to rotated words.
//
// Cost: that of package fancymagic and one more AND; the entry is still 32 bytes. The table of rooks is 512 KiB instead of 800,
// that of bishops 14 instead of 41.
//
// When: as for package fancymagic, if memory is scarce. Package overlay needs less, for one more rotation.
//
// People: Lasse Hansen, Winboard Forum, 9 May 2008, as a postmask; the wiki calls it sharing: [hansen-postmask],
// [cpw-magic] "Sharing Attacks". The factors are this project's own.
package shared

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/fancymagic/internal/factors"
	"github.com/slidebench/slidebench/internal/scaffold"
)

// entry holds a square's data for a lookup: 32 bytes, so that none straddles a cache line.
type entry struct {
	mask, factor, lines uint64
	offset, shift       uint32
}

func (e *entry) index(occ uint64) int {
	return int(e.offset + uint32(occ&e.mask*e.factor>>(e.shift&63)))
}

// Sums over the groups of 1 << relevant squares of the square with the most.
const (
	rookWords   = 65_536
	bishopWords = 1_792
)

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [rookWords]uint64
	bishopTable                [bishopWords]uint64
)

func init() { scaffold.AtStart("shared", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// rookGroup returns the number of a square's group, which has two squares. A block of 2x2 squares holds two groups, its diagonals; the file of the lower
// square tells them apart.
func rookGroup(sq int) int {
	rank, file := sq>>3, sq&7
	return rank>>1<<3 | file ^ rank&1
}

// bishopGroup returns the number of a square's group, which has four squares: the lower or the upper half of a file a, b, g or h, or the four inner files of a
// rank.
func bishopGroup(sq int) int {
	rank, file := sq>>3, sq&7
	if inner := file >= 2 && file < 6; inner {
		return 4 + rank
	}
	return 2*file + rank>>2
}

// place sets the entries: each group's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, factors.Rook, rookGroup)
	placePiece(board.Bishop, &bishopEntries, factors.Bishop, bishopGroup)
}

func placePiece(p board.Piece, entries *[64]entry, factors *[64]uint64, group func(sq int) int) {
	var words, offset [32]uint32 // by group: rooks have 32, bishops 16
	for sq := range 64 {
		g := group(sq)
		words[g] = max(words[g], 1<<bits.OnesCount64(board.Mask(p, sq)))
	}
	for g := 1; g < len(offset); g++ {
		offset[g] = offset[g-1] + words[g-1]
	}
	for sq := range entries {
		mask := board.Mask(p, sq)
		shift := uint32(64 - bits.OnesCount64(mask))
		entries[sq] = entry{mask, factors[sq], board.Lines(p, sq), offset[group(sq)], shift}
	}
}

func fill() error {
	if err := fillPiece(board.Rook, &rookEntries, rookTable[:]); err != nil {
		return err
	}
	return fillPiece(board.Bishop, &bishopEntries, bishopTable[:])
}

func fillPiece(p board.Piece, entries *[64]entry, table []uint64) error {
	overlay := scaffold.NewOverlay(table)
	whole := func(attacks uint64) uint64 { return attacks }
	for sq := range entries {
		if err := overlay.Fill(p, sq, entries[sq].lines, entries[sq].index, whole); err != nil {
			return err
		}
	}
	return nil
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 {
	e := &rookEntries[sq&63]
	return rookTable[e.index(occ)] & e.lines
}

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 {
	e := &bishopEntries[sq&63]
	return bishopTable[e.index(occ)] & e.lines
}

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	return scaffold.Inline(func() uint64 { return Rook(sq, occ) | Bishop(sq, occ) })
}

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable),
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable))
}
