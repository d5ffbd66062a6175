package pdep

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress/compresstest"
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
				conform.WrongSlots("slot with a flipped bit", sq, slots(p, sq)), // Fill takes them out
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
				conform.WrongSlots("slot with a flipped bit", sq, slots(p, sq)), // Fill takes them out
				compresstest.WrongMoves("mask", sq, &softs[p][sq].mask),
				compresstest.WrongMoves("lines", sq, &softs[p][sq].lines),
			)
		},
	})
}

// slots returns the slots of a piece on sq.
func slots(p board.Piece, sq int) []uint16 {
	return tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
}
