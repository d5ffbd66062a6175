package paired

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	andSoftware := func(p board.Piece, sq int, occ uint64, visit tablestest.Visit) {
		reads(p, sq, occ, visit)
		// fill computes indices by the software form, so faults in its masks are planted, too.
		if p != board.Bishop {
			tablestest.Read(visit, &rookSquares[sq])
		}
		if p != board.Rook {
			tablestest.Read(visit, &bishopSquares[sq])
		}
	}
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, andSoftware, place, fill)
}

// The assembly has these sizes and offsets as numbers.
func TestLayout(t *testing.T) {
	e := &entries[0]
	if unsafe.Sizeof(uintptr(0)) == 8 && (unsafe.Sizeof(*e) != 32 || unsafe.Offsetof(e.rook.table) != 8 || unsafe.Offsetof(e.bishop) != 16) {
		t.Error("the entries lie elsewhere than the assembly reads them")
	}
}
