//go:build amd64 && !purego

package obstructionavx2

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestSoftwareBatchesConform(t *testing.T) {
	if !hasAVX2 {
		t.Skip("it is what the test of the whole catalogue proves here")
	}
	defer func(has bool) { hasAVX2 = has }(hasAVX2)
	hasAVX2 = false
	techniquestest.RunBatch(t, batches, techniquestest.AnySquare)
}
