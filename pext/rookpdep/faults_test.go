package rookpdep

import (
	"math/bits"
	"slices"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     tables.Place,
		Fill:      tables.Fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &tables.Entries[sq]
			slots := 1 << bits.OnesCount64(board.Mask(p, sq))
			if p == board.Bishop {
				return slices.Concat(
					conform.WrongMasks(p, sq, func(square int) { e.Bishop.Mask ^= 1 << square }),
					conform.OffByOne("wrong offset", &e.Bishop.Offset),
					conform.WrongSlots("wrong word", sq, tables.Bishops[e.Bishop.Offset:][:slots]), // Fill takes them out
				)
			}
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { e.Rook.Mask ^= 1 << square }),
				conform.FlippedBits("wrong lines", sq, &e.Rook.Lines),
				conform.OffByOne("wrong offset", &e.Rook.Offset),
				conform.WrongSlots("wrong slot", sq, tables.Rooks[e.Rook.Offset:][:slots]), // Fill takes them out
			)
		},
	})
}

// The assembly knows these by number.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(tables.Entries[0]) != 64 || unsafe.Offsetof(tables.Entries[0].Bishop) != 32 ||
		unsafe.Offsetof(tables.Rooks) != 4096 || unsafe.Offsetof(tables.Bishops) != 208896 {
		t.Error("the tables lie elsewhere than the assembly reads them")
	}
}
