package workload

import (
	"errors"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
)

// Only techniques with tables are built. The corpus of old raw files whose factors were searched is measured no more.
func TestBuilding(t *testing.T) {
	for _, c := range []struct {
		technique, corpus string
		want              bool
	}{{"magic", stored, true}, {"magic", "searched", false}, {"classical", stored, false}, {"best", stored, false}} {
		_, err := Resolve(grid.Cell{Technique: c.technique, Piece: board.Queen, Mode: "init", Corpus: c.corpus}, "fancymagic")
		if (err == nil) != c.want {
			t.Errorf("%s, %s: %v", c.technique, c.corpus, err)
		}
	}
	cell := grid.Cell{Technique: "magic", Piece: board.Queen, Mode: "init", Corpus: stored}
	w, err := small(1).Prove(Go(entry(t, cell)), cell)
	if err != nil || w.Units != 1 || w.Answers != 0 || w.Do(0, 1) != 0 || w.After() != nil {
		t.Errorf("building: %+v, %v", w, err)
	}
}

// failing is the Code of a technique whose tables cannot be built.
type failing struct{ Code }

// buildWait is how long failing's Build waits.
const buildWait = 20 * time.Millisecond

// Build waits, and fails.
func (failing) Build() error {
	time.Sleep(buildWait)
	return errors.New("two answers in a slot")
}

// Spent returns 0: the caller times Build.
func (failing) Spent() float64 { return 0 }

// An error of Build is returned after the timed work, whose time includes waiting.
func TestFailedBuilding(t *testing.T) {
	w, err := prepareBuilding(nil, failing{}, grid.Cell{})
	if err != nil || w.Do(0, 1) != 0 || w.After() == nil || w.After().Error() != "two answers in a slot" {
		t.Errorf("%v, %v", err, w.After())
	}
	if took := time.Duration(w.Spent()); took < buildWait {
		t.Errorf("%v are timed, want at least %v", took, buildWait)
	}
}
