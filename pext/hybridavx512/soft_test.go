//go:build amd64 && !purego

package hybridavx512

import (
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestSoftwareBatchesConform(t *testing.T) {
	if !hasBoth {
		t.Skip("it is what the test of the whole catalogue proves here")
	}
	defer func(has bool) { hasBoth = has }(hasBoth)
	hasBoth = false
	techniquestest.RunBatch(t, batches, techniquestest.AnySquare)
}

// The assembly knows these by number.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(tables.Entries[0]) != 64 || unsafe.Offsetof(tables.Entries[0].Bishop) != 32 ||
		unsafe.Offsetof(tables.Rooks) != 4096 || unsafe.Offsetof(tables.Bishops) != 208896 {
		t.Error("the tables lie elsewhere than the assembly reads them")
	}
}
