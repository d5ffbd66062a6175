package guard

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/run"
)

// A trailer accepts the cell that it names, or all cells of the technique that it names, but no cell whose name merely begins so.
func TestAcceptNamesWholeCells(t *testing.T) {
	cell := func(technique string) Judgement {
		return Judgement{Cell: grid.Cell{Technique: technique, Piece: board.Rook, Mode: "latency", Corpus: "random16"}}
	}
	for _, c := range []struct {
		trailers string
		j        Judgement
		want     bool
	}{
		{"technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic"), true},
		{"BenchmarkAttacks/technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic"), true},
		{"nonsense\n\ntechnique=magic/piece=rook/mode=latency/corpus=random16\n", cell("magic"), true},
		{"technique=magic/piece=rook/mode=latency/corpus=random16", cell("magic32"), false},
		{"technique=magic", cell("magic"), true},
		{"technique=magic3", cell("magic32"), false},
		{"", cell(""), false},
	} {
		s := &sides{accepted: acceptedBy(c.trailers)}
		c.j.Slower, c.j.Accept = true, s.accepts(c.j.Cell)
		if got := !c.j.Regression(); got != c.want {
			t.Errorf("%q accepts %s: %v, want %v", c.trailers, c.j.Name(), got, c.want)
		}
	}
}

// A table's two rows of the reference form a block, any other cell is a block by itself, and dropped cells are in no block.
func TestBlocks(t *testing.T) {
	s := &sides{Guard: &Guard{Setup: run.Setup{Reference: "fancymagic"}}}
	pairs := invented(1, 1, true, nil)
	blocks := s.blocks(pairs)
	if len(blocks) != len(pairs)-1 || len(blocks[0]) != 2 {
		t.Errorf("blocks %v: want one of two cells and the others of one", blocks)
	}
	pairs[3].dropped = true
	if blocks = s.blocks(pairs); slices.Contains(slices.Concat(blocks...), 3) {
		t.Errorf("blocks %v hold the dropped cell 3", blocks)
	}
}

// A guard compares throughput and latency; other modes only for techniques with code of their own, with queens alone, beside the reference.
func TestGuarded(t *testing.T) {
	modes := func(s run.Selection) string {
		t.Helper()
		cells, err := guarded(s, "fancymagic", build.Build{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range cells {
			what := c.Row() + " " + string(c.Mode)
			if guardedByCode(c) && c.Piece != board.Queen && len(s.Pieces)+len(s.Modes) == 0 {
				t.Errorf("guards %v", c)
			}
			if grid.IsControl(c.Technique) && len(s.Techniques) > 0 {
				t.Errorf("guards the control %v beside named techniques", c)
			}
			if !slices.Contains(got, what) && !grid.IsControl(c.Technique) {
				got = append(got, what)
			}
		}
		return strings.Join(got, ", ")
	}
	const lookups = "fancymagic throughput, fancymagic latency, "
	const again = "fancymagic-again throughput, fancymagic-again latency"
	for names, want := range map[string]string{
		"magic":       "magic throughput, magic latency, " + lookups + again,
		"sissy":       "sissy throughput, sissy latency, sissy both, " + lookups + "fancymagic both, " + again + ", fancymagic-again both",
		"obstruction": "obstruction throughput, obstruction latency, obstruction batch, " + lookups + "fancymagic batch, " + again + ", fancymagic-again batch",
		"koggestone":  "koggestone throughput, koggestone latency, koggestone setwise, " + lookups + "fancymagic setwise, " + again + ", fancymagic-again setwise",
		"rotated":     "rotated incremental, " + lookups + "fancymagic incremental, " + again + ", fancymagic-again incremental",
	} {
		if got := modes(run.Selection{Techniques: []string{names}}); got != want {
			t.Errorf("%s: guards %s; want %s", names, got, want)
		}
	}
	whole, err := guarded(run.Selection{}, "fancymagic", build.Build{})
	if err != nil || !slices.ContainsFunc(whole, func(c grid.Cell) bool { return c.Technique == "noop" }) {
		t.Errorf("%v: the loops are not compared by noop", err)
	}
	if got := modes(run.Selection{Techniques: []string{"magic"}, Modes: []string{"setwise"}}); !strings.HasPrefix(got, "magic setwise, ") {
		t.Errorf("named mode: guards %s", got)
	}
	if got := modes(run.Selection{Techniques: []string{"rotated"}, Pieces: []string{"rook"}}); !strings.HasPrefix(got, "rotated incremental, ") {
		t.Errorf("named piece: guards %s", got)
	}
}

// Cells that only one side has are not compared, and it is an error if no cell of a named technique is left.
func TestOnBothSides(t *testing.T) {
	s := run.Selection{Techniques: []string{"magic", "rotated"}}
	cells, err := guarded(s, "fancymagic", build.Build{})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"magic": true, "rotated": true, "fancymagic": true}
	all := map[string]bool{"rotated incremental": true}
	for _, mode := range []string{"throughput", "latency", "both", "incremental"} {
		all["magic "+mode], all["fancymagic "+mode] = true, true
	}
	without := maps.Clone(all)
	delete(without, "rotated incremental")

	offered := func(modes map[string]bool) offer {
		return offer{names, func(c grid.Cell) bool { return modes[c.Technique+" "+string(c.Mode)] }}
	}
	both := func(base map[string]bool) ([]grid.Cell, error) {
		return onBothSides(slices.Clone(cells), s, "fancymagic", [2]offer{offered(base), offered(all)})
	}
	if got, err := both(all); err != nil || len(got) == 0 {
		t.Errorf("%d cells, %v", len(got), err)
	}
	if _, err = both(without); err == nil || !strings.Contains(err.Error(), "nothing to compare of rotated") {
		t.Errorf("an older base: %v", err)
	}
	s.Techniques = nil
	got, err := both(without)
	if err != nil || slices.ContainsFunc(got, func(c grid.Cell) bool { return c.Mode == "incremental" }) {
		t.Errorf("the references are compared with nothing else: %v", err)
	}
}
