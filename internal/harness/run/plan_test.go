package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// A selection has each cell once, and all cells in which a technique has something to measure, on the corpora of each mode. Modes of the engine need builds. By default
// modes that resemble others are left out, and in modes incremental and pressure all pieces but the queen.
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
				continue // no cell of it is planned here
			}
			for _, m := range workload.All {
				usual := !m.Repeats
				if len(s.Modes) > 0 {
					usual = slices.Contains(s.Modes, string(m.Mode))
				}
				for _, p := range board.Pieces {
					queens := m.Mode == mode.Incremental || m.Mode == mode.Pressure // alone, by default
					for _, corpus := range s.corpora(m) {
						c := grid.Cell{Technique: e.Name, Piece: p, Mode: m.Mode, Corpus: corpus}
						want := m.Has(e, c) && !m.OfEngine() && (s.All || usual && (!queens || p == board.Queen))
						if seen[c.String()] != want {
							t.Errorf("%+v: %v: measured is %v, want %v", s, c, seen[c.String()], want)
						}
					}
				}
			}
		}
	}
	for _, b := range techniques.Controls() {
		if !grid.IsControl(b.Name) {
			t.Errorf("the report does not know that %s is a control", b.Name)
		}
	}
}

// Techniques that are asked for and cannot be measured are named. If nothing else is asked for, that is an error.
func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		s     Selection
		fails bool   // whether Cells returns an error; else the skipped say it
		says  string // a part of the text
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
		if c.fails != (err != nil) || !strings.Contains(said, c.says) {
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

// A mode gets the named corpora that it takes; without any, its default corpora, or with All the usual ones.
func TestCorporaOfModes(t *testing.T) {
	for _, c := range []struct {
		asked []string
		all   bool
		mode  mode.Mode
		want  []string
	}{
		{nil, false, mode.Throughput, []string{"random16"}},
		{nil, false, mode.Setwise, []string{"sliders2"}},
		{nil, false, mode.Incremental, []string{"replay1", "replay4", "replay16", "replay64"}},
		{nil, true, mode.Setwise, corpus.UsualSets},
		{nil, true, mode.Batch, corpus.Usual},
		{[]string{"random4", "replay2"}, false, mode.Latency, []string{"random4"}},
		{[]string{"random4", "replay2"}, true, mode.Incremental, []string{"replay2"}},
		{[]string{"random4", "replay2"}, false, mode.Setwise, []string{"sliders2"}},
		{[]string{"random4"}, true, mode.Init, []string{"stored"}},
	} {
		m, err := workload.Find(string(c.mode))
		if err != nil {
			t.Fatal(err)
		}
		if got := (Selection{Corpora: c.asked, All: c.all}).corpora(m[0]); !slices.Equal(got, c.want) {
			t.Errorf("asked for %v, all is %v, mode %s: got %v, want %v", c.asked, c.all, c.mode, got, c.want)
		}
	}
}
