package paired

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/scaffold"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	reads := func(p board.Piece, sq int, occ uint64, visit scaffold.Visit) {
		Reads(p, sq, occ, visit)
		// Fill asks the software form where things belong.
		if p != board.Bishop {
			scaffold.Read(visit, &rookSquares[sq])
		}
		if p != board.Rook {
			scaffold.Read(visit, &bishopSquares[sq])
		}
	}
	techniquestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, place, fill)
}

// The assembly knows these by number.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 8 && (unsafe.Sizeof(entries[0]) != 32 || unsafe.Offsetof(entries[0].bishop) != 16) {
		t.Error("the entries lie elsewhere than the assembly reads them")
	}
}
