package pdep

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var (
	entries = [...]*[64]entry{&rookEntries, &bishopEntries}
	softs   = [...]*[64]soft{&rookSoft, &bishopSoft}
	tables  = [...][]uint16{rookTable[:], bishopTable[:]}
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.FlippedBits("wrong lines", sq, &e.lines),
				conform.OffByOne("wrong offset", &e.offset),
				wrongSlots(p, sq),
			)
		},
	})
}

// Fill asks the software form where things belong, so this is about both forms.
func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return slices.Concat(
				conform.OffByOne("wrong offset", &entries[p][sq].offset),
				wrongSlots(p, sq),
				wrongMoves("mask", sq, &softs[p][sq].mask),
				wrongMoves("lines", sq, &softs[p][sq].lines),
			)
		},
	})
}

// wrongSlots returns faults of slots of a piece on sq. Fill takes them out.
func wrongSlots(p board.Piece, sq int) (faults []conform.Fault) {
	const n = 8
	slots := tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
	for i := range n {
		slot := &slots[i*(len(slots)-1)/(n-1)]
		flipped := *slot ^ 1<<((sq+2*i)&15)
		faults = append(faults, conform.Wrong("slot with a flipped bit", fmt.Sprint(i), slot, flipped))
	}
	return faults
}

// wrongMoves returns faults of a set of squares in the form in which software extracts them.
func wrongMoves(which string, sq int, squares *compress.Mask) (faults []conform.Fault) {
	words := (*[7]uint64)(unsafe.Pointer(squares)) // the set, then the bits that move by 1, 2, 4, ..., 32
	faults = conform.FlippedBits("software form: wrong "+which, sq, &words[0])
	for i := range words[1:] {
		moves := &words[1+i]
		detail := fmt.Sprintf("of step %d", i)
		faults = append(faults, conform.Wrong("software form: move of "+which+" left out", detail, moves, *moves&(*moves-1)))
	}
	return append(faults, conform.FlippedBits("software form: wrong moves of "+which, sq, &words[1+sq%6])...)
}
