package movemask

import (
	"testing"

	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The software form is what lookups reach only where there is no assembly.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, conform.OfBoth(softBoth)) }

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	tablestest.PlantFaults(t, conform.OfBoth(softBoth), reads)
}
