package raysavx2

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The software form is what lookups reach only where there is no AVX2.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, conform.OfBoth(softBoth)) }

// The lanes are what is to be tested and timed under the name raysavx2, so their absence is reported.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	if err := conform.Alike(conform.OfBoth(both), conform.OfBoth(softBoth)); err != nil {
		t.Fatal(err)
	}
}
