package movemask

import (
	"testing"

	"github.com/slidebench/slidebench/internal/tablestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Lookups use the software form only where there is no assembly, so here it is proved by itself.
func TestSoftwareFormConforms(t *testing.T) { techniquestest.Run(t, conform.OfBoth(softBoth)) }

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	tablestest.PlantFaults(t, conform.OfBoth(softBoth), reads)
}
