package workload

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Each mode of package mode has a Spec that is complete, with corpora of its own kind.
func TestAllModesHaveFiles(t *testing.T) {
	if len(All) != len(mode.All) {
		t.Fatalf("%d modes, package mode lists %d", len(All), len(mode.All))
	}
	for i, m := range All {
		if m.Mode != mode.All[i] || m.has == nil || m.prepare == nil || m.Defaults < 1 || m.Defaults > len(m.Corpora) {
			t.Errorf("mode %s: %+v", m.Mode, m)
		}
		for _, name := range m.Corpora {
			if m.Kind != "" && !m.Takes(name) {
				t.Errorf("mode %s does not take its own corpus %s", m.Mode, name)
			}
		}
	}
	if _, err := Find("speed"); err == nil || !strings.Contains(err.Error(), `unknown mode "speed" (have: throughput, latency,`) {
		t.Errorf("unknown mode: %v", err)
	}
}

// The functions from here to wants serve the tests of all modes.

// small returns corpora of few questions.
func small(questions int) *Corpora { return &Corpora{Questions: questions, Seed: 1} }

// entry returns the technique of a cell.
func entry(t *testing.T, c grid.Cell) *techniques.Entry {
	t.Helper()
	e, err := Resolve(c, "fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// proved runs a proved workload like a visit, in two passes of three slices, and compares the checksum of each.
func proved(w *Workload, err error) error {
	if err != nil {
		return err
	}
	for range 2 {
		var sum uint64
		for p := range 3 {
			sum ^= w.Do(p*w.Units/3, (p+1)*w.Units/3)
		}
		if err := w.CheckSum(sum); err != nil {
			return err
		}
	}
	if w.After != nil {
		return w.After()
	}
	return nil
}

// wants checks that the error of a planted fault contains a text, or for "" that there is no error.
func wants(t *testing.T, fault string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("fault %s: got %v, want %q", fault, err, want)
	}
}

// Every mode refuses an unknown corpus. The usual corpora are those of published results.
func TestUnknownCorpora(t *testing.T) {
	for _, m := range All {
		if m.Kind == "" {
			continue
		}
		for _, e := range techniques.Catalogue() {
			c := grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: m.Mode, Corpus: "chess"}
			if !m.Has(e, c) {
				continue
			}
			if _, err := small(8).Prove(Go(e), c); err == nil || !strings.Contains(err.Error(), `unknown corpus "chess"`) {
				t.Errorf("%v: %v", c, err)
			}
			break
		}
	}
	if !slices.Equal(corpus.Usual, []string{"random16", "random4", "random32"}) {
		t.Error("raw files compare by the digest of the usual corpora: they must not change")
	}
}
