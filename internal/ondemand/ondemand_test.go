package ondemand_test

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	_ "github.com/slidebench/slidebench/internal/ondemand"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/magic"
)

// Package ondemand is initialised before the techniques (its package comment says why), so their tables are empty until a lookup of the catalogue fills them. This
// test comes first here, as the next one fills all tables.
func TestTablesWait(t *testing.T) {
	if got := magic.Rook(0, 0); got != 0 {
		t.Errorf("a rook on a1 attacks %#x before the tables are filled (want 0: nothing was filled at the start)", got)
	}
}

// TableBytes does not need filled tables: C builds compare their sizes with Go's, and fill none of Go's.
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
