//go:build amd64 && !purego

package hybridavx2

import (
	"bytes"
	"os"
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

// The vectors are those of package obstructionavx2, whose header this package has once more.
func TestSameVectors(t *testing.T) {
	ours, err := os.ReadFile("vectors_amd64.h")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile("../../hyperbola/obstructionavx2/vectors_amd64.h")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(ours, theirs) {
		t.Error("vectors_amd64.h is not the one in hyperbola/obstructionavx2: copy it")
	}
}

// The assembly knows these by number.
func TestLayout(t *testing.T) {
	if unsafe.Sizeof(tables.Entries[0]) != 64 || unsafe.Offsetof(tables.Entries[0].Bishop) != 32 ||
		unsafe.Offsetof(tables.Rooks) != 4096 || unsafe.Offsetof(tables.Bishops) != 208896 {
		t.Error("the tables lie elsewhere than the assembly reads them")
	}
}
