package paired

import (
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/pext/internal/compress/compresstest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func of(p board.Piece, sq int) (*side, *compress.Mask) {
	if p == board.Rook {
		return &entries[sq].rook, &rookSquares[sq]
	}
	return &entries[sq].bishop, &bishopSquares[sq]
}

func slots(p board.Piece, sq int) []uint64 {
	s, _ := of(p, sq)
	return unsafe.Slice(s.table, 1<<bits.OnesCount64(board.Mask(p, sq)))
}

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			s, squares := of(p, sq)
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { s.mask ^= 1 << square }),
				// Fill asks the software form where things belong, so its faults show in what the instruction finds.
				compresstest.WrongSquares(p, sq, squares),
			)
		},
		Slots: slots,
	})
}

// The assembly knows these by number.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 8 && (unsafe.Sizeof(entries[0]) != 32 || unsafe.Offsetof(entries[0].bishop) != 16) {
		t.Error("the entries lie elsewhere than the assembly reads them")
	}
}
