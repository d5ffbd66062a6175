// Package pdep is PEXT bitboards with PDEP: slots have 16 bits, because a slot only has to say which squares of the slider's
// lines are attacked. PDEP, the inverse of PEXT in the same x86 extension BMI2, puts the bits of the slot back on the lines.
//
//	attacks = PDEP(T[offset + PEXT(occ, mask)], lines)
//
// A rook's lines have 14 squares, a bishop's at most 13, so 16 bits are enough: on a board, two ranks. PDEP undoes PEXT.
//
//	attacks            lines              PEXT(attacks, lines)
//	. . . . . . . .    . . . x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .
//	x x x R x x x .    x x x R x x x x    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    . . . . . . . .
//	. . . x . . . .    . . . x . . . .    x . x x x . . .
//	. . . . . . . .    . . . x . . . .    . x x x x x x x
//
// The lookup is assembly, which Go does not inline. Without BMI2 and with the build tag purego, both instructions are done as in
// package softpext. Where PEXT is slow, PDEP is slow too.
//
// Cost: a call, PEXT and PDEP (three cycles each on current processors), add, and two dependent loads, the second from 210 KiB
// instead of 841: three cycles more of latency than package pext, and fewer misses.
//
// When: in place of package pext, if its tables do not stay in a cache; for rooks rather than bishops, whose tables are short.
//
// People: Zach Wegner, 2011, and Ronald de Man, who has such a table of 210 KiB, 2013: [cpw-bmi2]; it is in his engine Cfish,
// 2016: [cfish-pext]. [jordanbray] has it for both pieces, too, [stormphrax] for rooks alone.
package pdep

import (
	"math/bits"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/pext/internal/compress"
)

// entry holds a square's data for a lookup: 32 bytes, so that none straddles a cache line. The assembly relies on this layout.
type entry struct{ mask, lines, offset, _ uint64 }

// soft holds further data for the software form.
type soft struct{ mask, lines compress.Mask }

var (
	rookEntries, bishopEntries [64]entry
	rookTable                  [board.RookSubsets]uint16
	bishopTable                [board.BishopSubsets]uint16

	// Read by the software form only.
	rookSoft, bishopSoft [64]soft
)

func init() { scaffold.AtStart("pdep", Build) }

// Build fills the tables. An error names one or two squares, and two subsets that need a slot for different attacks.
func Build() error {
	place()
	return fill()
}

// place sets the entries: each square's table begins where its predecessor's ends.
func place() {
	placePiece(board.Rook, &rookEntries, &rookSoft)
	placePiece(board.Bishop, &bishopEntries, &bishopSoft)
}

func placePiece(p board.Piece, entries *[64]entry, softs *[64]soft) {
	offset := uint64(0)
	for sq := range entries {
		mask, lines := board.Mask(p, sq), board.Lines(p, sq)
		entries[sq] = entry{mask: mask, lines: lines, offset: offset}
		softs[sq] = soft{compress.New(mask), compress.New(lines)}
		offset += 1 << bits.OnesCount64(mask)
	}
}

// fill uses the software forms of both instructions; a test shows that the lookups give the same attacks.
func fill() error {
	rooks, bishops := scaffold.NewOverlay(rookTable[:]), scaffold.NewOverlay(bishopTable[:])
	for sq := range 64 {
		if err := fillSquare(rooks, board.Rook, sq, &rookEntries[sq], &rookSoft[sq]); err != nil {
			return err
		}
		if err := fillSquare(bishops, board.Bishop, sq, &bishopEntries[sq], &bishopSoft[sq]); err != nil {
			return err
		}
	}
	return nil
}

func fillSquare(table *scaffold.Overlay[uint16], p board.Piece, sq int, e *entry, s *soft) error {
	index := func(occ uint64) int { return softIndex(e, s, occ) }
	store := func(attacks uint64) uint16 { return uint16(s.lines.Extract(attacks)) }
	return table.Fill(p, sq, store(^uint64(0)), index, store)
}

func softIndex(e *entry, s *soft, occ uint64) int { return int(e.offset + s.mask.Extract(occ)) }

// softRook works like rook, without the instructions, and so do the others.
func softRook(sq int, occ uint64) uint64 {
	s := &rookSoft[sq&63]
	return s.lines.Expand(uint64(rookTable[softIndex(&rookEntries[sq&63], s, occ)]))
}

func softBishop(sq int, occ uint64) uint64 {
	s := &bishopSoft[sq&63]
	return s.lines.Expand(uint64(bishopTable[softIndex(&bishopEntries[sq&63], s, occ)]))
}

func softBoth(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) {
	return softRook(sq, occ), softBishop(sq, occ)
}

// Rook returns the attacks of a rook on sq (a1 = 0, h8 = 63).
func Rook(sq int, occ uint64) uint64 { return rook(sq, occ) }

// Bishop returns the attacks of a bishop on sq (a1 = 0, h8 = 63).
func Bishop(sq int, occ uint64) uint64 { return bishop(sq, occ) }

// Both returns the attacks of a rook and of a bishop on sq, for the price of one call.
func Both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64) { return both(sq, occ) }

// Queen returns the attacks of a queen on sq: those of a rook and of a bishop.
func Queen(sq int, occ uint64) uint64 {
	r, b := both(sq, occ)
	return r | b
}

// Available returns nil if the lookups use the instructions, and otherwise an error that names what is missing.
func Available() error { return scaffold.Need(hasBMI2, whyNot) }

// TableBytes returns the size of the arrays that a lookup for the piece reads.
func TableBytes(p board.Piece) int {
	soft := uintptr(0)
	if !hasBMI2 {
		soft = unsafe.Sizeof(rookSoft)
	}
	return scaffold.BytesOf(p, unsafe.Sizeof(rookEntries)+unsafe.Sizeof(rookTable)+soft,
		unsafe.Sizeof(bishopEntries)+unsafe.Sizeof(bishopTable)+soft)
}
