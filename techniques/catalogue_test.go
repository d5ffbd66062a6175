package techniques_test

import (
	"testing"

	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Every technique has its own conformance line in its own folder; this is the catalogue's, which shows that each entry is
// wired to what its name says and answers right behind the interface.
func TestCatalogueConforms(t *testing.T) {
	for _, e := range techniques.Catalogue() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			techniquestest.Run(t, e)
		})
	}
}
