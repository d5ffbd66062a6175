package pext

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/pext/internal/compress/compresstest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var entries = [...]*[64]entry{&rookEntries, &bishopEntries}

func slots(p board.Piece, sq int) []uint64 {
	return [...][]uint64{rookTable[:], bishopTable[:]}[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
}

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	squares := [...]*[64]compress.Mask{&rookSquares, &bishopSquares}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.OffByOne("wrong offset", &e.offset),
				// Fill asks the software form where things belong, so its faults show in what the instruction finds.
				compresstest.WrongSquares(p, sq, &squares[p][sq]),
			)
		},
		Slots: slots,
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	squares := [...]*[64]compress.Mask{&rookSquares, &bishopSquares}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return append(compresstest.WrongSquares(p, sq, &squares[p][sq]), conform.OffByOne("wrong offset", &entries[p][sq].offset)...)
		},
		Slots: slots,
	})
}
