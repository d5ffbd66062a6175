package dual

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The software form is what Both and Queen reach only where there is no AVX2.
func TestSoftwareFormConforms(t *testing.T) {
	soft := conform.OfBoth(softBoth)
	soft.QueenFunc = softQueen
	techniquestest.Run(t, soft)
}

// The lanes are what is to be tested and timed under the name dual, so their absence is reported. Their answers to a rook
// alone and a bishop alone are those of no exported function.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.Run(t, conform.OfBoth(both))
}
