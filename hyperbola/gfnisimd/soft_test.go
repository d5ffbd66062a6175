package gfnisimd

import (
	"testing"

	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// needVectors skips a test of what vectors do where there are none, for want of the build or of the processor's feature.
func needVectors(t *testing.T) {
	t.Helper()
	feature := "gfni"
	if !built {
		feature = "simd"
	}
	techniquestest.Need(t, feature, Available())
}

// The software form is what lookups reach only where there are no vectors with GFNI.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, conform.OfBoth(softBoth)) }

// The vectors are what is to be tested and timed under the name gfnisimd, so their absence is reported.
func TestVectors(t *testing.T) {
	needVectors(t)
	techniquestest.Run(t, conform.OfBoth(Both))
}
