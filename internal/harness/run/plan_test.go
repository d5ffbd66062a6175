package run

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Every cell that a selection names can be resolved and measured, and every kernel of the catalogue is among all of them, on the
// corpora of its mode. By default modes that resemble others are left out, and in mode incremental all pieces but the queen.
func TestCells(t *testing.T) {
	for _, s := range []Selection{{All: true}, {}, {Modes: []string{"batchboth", "incremental"}}} {
		cells, _, err := s.Cells("fancymagic", nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range cells {
			if seen[c.String()] {
				t.Errorf("%v comes twice", c)
			}
			seen[c.String()] = true
		}
		for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
			if e.Available() != nil {
				continue
			}
			for _, m := range workload.All {
				usual := !m.Repeats
				if len(s.Modes) > 0 {
					usual = slices.Contains(s.Modes, string(m.Mode))
				}
				for _, p := range board.Pieces {
					few := m.Mode == mode.Incremental || m.Mode == mode.Pressure
					for _, corpus := range s.corpora(m) {
						c := grid.Cell{Technique: e.Name, Piece: p, Mode: m.Mode, Corpus: corpus}
						want := m.Has(e, c) && !m.OfEngine() && (s.All || usual && (!few || p == board.Queen))
						if m.Mode != mode.Init && seen[c.String()] != want {
							t.Errorf("%+v: %v: measured is %v, want %v", s, c, seen[c.String()], want)
						}
					}
				}
			}
		}
	}
	for _, b := range techniques.Controls() {
		if !grid.IsControl(b.Name) {
			t.Errorf("the report does not know that %s is a bound", b.Name)
		}
	}
}

// What is asked for and cannot be measured is named, and is an error where it is all that is asked for.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		s     Selection
		error bool
		says  string
	}{
		{Selection{Techniques: []string{"rotated", "magic"}, Modes: []string{"latency"}}, false, "rotated is not measured: it answers in mode incremental only"},
		{Selection{Techniques: []string{"rotated"}, Modes: []string{"latency"}}, true, "nothing to measure: rotated is not measured: it answers in mode"},
		{Selection{Techniques: []string{"dumb7"}, Modes: []string{"init"}}, true, "dumb7 is not measured: nothing of it is built"},
		{Selection{Modes: []string{"setwise"}, Corpora: []string{"replay4"}}, true, "corpus replay4 is for mode incremental, and mode setwise is measured"},
		{Selection{Modes: []string{"incremental"}, Corpora: []string{"sliders4"}}, true, "corpus sliders4 is for mode setwise,"},
		{Selection{Modes: []string{"init"}, Corpora: []string{"random4"}}, true, "corpus random4 is for mode throughput, latency, both, "},
		{Selection{Corpora: []string{"chess"}}, true, `unknown corpus "chess" (want random0 to random64, sliders1 to sliders32, replay1 to replay1024, games1 to games6, `},
		{Selection{Modes: []string{"latency", "perft"}}, true, "mode perft needs builds that bind the engine to techniques (want --build"},
		{Selection{Techniques: []string{"magik"}}, true, `unknown technique "magik"`},
		{Selection{Pieces: []string{"knight"}}, true, `unknown piece "knight" (have: rook, bishop, queen)`},
		{Selection{Modes: []string{"speed"}}, true, `unknown mode "speed"`},
		{Selection{Modes: []string{"both"}, Pieces: []string{"rook"}}, true, "nothing to measure: mode both does not go with piece rook"},
		{Selection{Techniques: []string{"magic", "magic"}}, true, `technique "magic" is named twice`},
		{Selection{Pieces: []string{"rook", "rook"}}, true, `piece "rook" is named twice`},
		{Selection{Modes: []string{"latency", "latency"}}, true, `mode "latency" is named twice`},
		{Selection{Corpora: []string{"random4", "random4"}}, true, `corpus "random4" is named twice`},
		{Selection{Corpora: []string{"sliders99"}}, true, "want random0 to random64, sliders1 to sliders32, replay1 to replay1024"},
	} {
		_, skipped, err := c.s.Cells("fancymagic", nil)
		said := strings.Join(skipped, "\n")
		if err != nil {
			said = err.Error()
		}
		if c.error != (err != nil) || !strings.Contains(said, c.says) {
			t.Errorf("%+v: error %v, skipped %q; want %q", c.s, err, skipped, c.says)
		}
	}
	if _, _, err := (Selection{}).Cells("magik", nil); err == nil || !strings.HasPrefix(err.Error(), "reference: ") {
		t.Errorf("unknown reference: %v", err)
	}
	for _, c := range []struct{ technique, build, says string }{
		{"gfni", "c-gcc-v4", "build c-gcc-v4 has no gfni: it needs gfni, which level v4 lacks"},
		{"pext", "c-clang-v2", "build c-clang-v2 has no pext: it needs bmi2, which level v2 lacks"},
		{"best", "c-gcc", "build c-gcc has no best: there is no file best/best.h"},
		{"magic", "v3+simd", "build v3+simd has only what needs GOEXPERIMENT=simd, and what that is compared with"},
	} {
		e, err := techniques.Find(c.technique)
		if err != nil {
			t.Fatal(err)
		}
		want := "nothing to measure: " + c.technique + " is not measured: "
		if why := Unavailable(e[0], nil, machine.Detect()); why != nil {
			want += why.Error() // the processor lacks it
		} else {
			want += c.says
		}
		if _, _, err := (Selection{Techniques: []string{c.technique}}).Cells("fancymagic", build.Must(c.build)); err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Builds are reduced to what compares them only where a run says so, and only those below the highest, those with an experiment, and those in
// C, of which the first has queens in every use.
func TestCellsIn(t *testing.T) {
	cells, _, err := Selection{Techniques: []string{"magic", "dual"}, All: true}.Cells("fancymagic", build.Must("v1", "v3"))
	if err != nil {
		t.Fatal(err)
	}
	builds := build.Must("v1", "v3", "v3+simd", "v3+nochecks", "c-gcc", "c-clang")
	corpusOf := map[mode.Mode]string{"throughput": "random16", "latency": "random16", "both": "random16", "batch": "random16", "setwise": "sliders2", "incremental": "replay4", "pressure": "crowd16"}
	for _, m := range mode.Engine {
		corpusOf[m] = "games3"
	}
	corpusOf["netsearch"] = "games4"
	for _, m := range mode.Deltas {
		corpusOf[m] = "played"
	}
	for _, b := range builds {
		level := b.String()
		run := Run{Setup: Setup{Reference: "fancymagic"}, Builds: builds, Cells: cells}
		whole := run.CellsIn(b)
		if (level == "v3" || level == "v1" || level == "v3+nochecks") && len(whole) != len(cells) {
			t.Errorf("%s: %d of %d cells without reduction", level, len(whole), len(cells))
		}
		run.Reduced = true
		reduced := map[grid.Cell]bool{}
		for _, c := range run.CellsIn(b) {
			reduced[c] = true
		}
		for _, c := range whole {
			want := level == "v3" || c.Piece == board.Queen && (c.Mode == "throughput" || c.Mode == "latency" || strings.HasPrefix(level, "v3+") && (c.Mode == "both" || c.Mode == "batch") ||
				level == "c-gcc" && c.Corpus == corpusOf[c.Mode])
			if reduced[c] != want {
				t.Errorf("%s: %v is measured: %v, want %v", level, c, reduced[c], want)
			}
		}
	}
	// A run that is gone on with measures what it began with, and those of before there was a choice measure everything.
	for text, want := range map[string]bool{`{"builds": ["v1", "v3"]}`: false, `{"builds": ["v1", "v3"], "reduced": true}`: true} {
		var run Run
		if err := json.Unmarshal([]byte(text), &run); err != nil || run.Reduced != want {
			t.Errorf("%s: reduced is %v, %v", text, run.Reduced, err)
		}
		if again, err := json.Marshal(run); strings.Contains(string(again), `"reduced":true`) != want {
			t.Errorf("%s is recorded as %s, %v", text, again, err)
		}
	}
	run := Run{Setup: Setup{Reference: "fancymagic"}, Builds: builds, Reduced: true}
	run.Cells = slices.DeleteFunc(cells, func(c grid.Cell) bool { return c.Mode != "batch" })
	if got := run.measured(); !slices.Equal(got, build.Must("v3", "v3+simd", "v3+nochecks", "c-gcc")) {
		t.Errorf("batches are measured at %v, want all but v1 and c-clang", got)
	}
	if run.Reduced = false; !slices.Equal(run.measured(), builds) {
		t.Errorf("without reduction batches are measured at %v", run.measured())
	}
}

// The corpora that name what a raw file's lines compare with are those of published results.
func TestCorpusDigest(t *testing.T) {
	if got, err := corpusDigest(Setup{Questions: 1 << 16, Seed: 1}); got != "04c2b4179e8c3e96" || err != nil {
		t.Errorf("digest %s, %v; want that of published files", got, err)
	}
}
