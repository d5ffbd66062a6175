package rookpdep

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	tablestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, reads, tables.Place, tables.Fill)
}

// The assembly has these sizes and offsets as numbers: behind 64 entries of 64 bytes, which are 4096, the rooks' 102,400 slots of 2 bytes end at 208896.
func TestLayout(t *testing.T) {
	e := &tables.Entries[0]
	if unsafe.Sizeof(*e) != 64 || unsafe.Offsetof(e.Rook) != 0 || unsafe.Offsetof(e.Bishop) != 32 ||
		unsafe.Offsetof(e.Rook.Mask) != 0 || unsafe.Offsetof(e.Rook.Lines) != 8 || unsafe.Offsetof(e.Rook.Offset) != 16 ||
		unsafe.Offsetof(e.Bishop.Mask) != 0 || unsafe.Offsetof(e.Bishop.Offset) != 40-32 ||
		unsafe.Offsetof(tables.Rooks) != 4096 || unsafe.Offsetof(tables.Bishops) != 208896 {
		t.Error("the tables lie elsewhere than the assembly reads them")
	}
}
