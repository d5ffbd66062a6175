//go:build amd64 && !purego

package obstructionavx512

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestSoftwareBatchesConform(t *testing.T) {
	if !hasAVX512 {
		t.Skip("it is what the test of the whole catalogue proves here")
	}
	defer func(has bool) { hasAVX512 = has }(hasAVX512)
	hasAVX512 = false
	techniquestest.RunBatch(t, batches, techniquestest.AnySquare)
}
