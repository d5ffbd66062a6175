package ondemand_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	_ "github.com/slidebench/slidebench/internal/ondemand"
	"github.com/slidebench/slidebench/techniques"
)

// Programs in C fill none of Go's tables and ask for their sizes.
func TestSizesAreTheSameBeforeFilling(t *testing.T) {
	for _, e := range techniques.Catalogue() {
		for _, p := range board.Pieces {
			before := e.TableBytes(p)
			if e.Fill(); e.TableBytes(p) != before {
				t.Errorf("%s, %v: %d bytes before its tables are filled, and %d after", e.Name, p, before, e.TableBytes(p))
			}
		}
	}
}
