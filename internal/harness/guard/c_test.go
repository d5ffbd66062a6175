package guard

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/run/runtest"
	"github.com/slidebench/slidebench/internal/harness/source/sourcetest"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The test binary is the measuring process of builds in C.
func TestMain(m *testing.M) { runtest.Main(m) }

// headers returns a new source tree with the headers of some techniques, in which the text old is replaced; "" by "" for none.
func headers(t *testing.T, old, replacement string, names ...string) (root string) {
	t.Helper()
	patterns := []string{"board/*.h"}
	for _, name := range names {
		patterns = append(patterns, name+"/*.h")
	}
	return sourcetest.Copy(t, old, replacement, patterns...)
}

// guardInC returns a guard of one technique's throughput in C, with a time and a cap of 1 ns: it measures as little as it can, and waits for nothing. It skips the
// test if no C compiler is here.
func guardInC(t *testing.T, technique string) *Guard {
	t.Helper()
	tiertest.Slow(t)
	tiertest.Lightly(t)
	found, missing := language.Named("c").Here()
	if len(found) == 0 {
		t.Skip(missing)
	}
	return &Guard{
		Setup:     run.Setup{Reference: "fancymagic", Questions: 1 << 10, Seed: 1, Time: 1, CPU: 0},
		Selection: run.Selection{Techniques: []string{technique}, Pieces: []string{"rook"}, Modes: []string{"throughput"}},
		Build:     found[0], Threshold: 0.01, Cap: 1, Progress: func(int, int) {},
	}
}

// magicRook is the lookup for a rook in magic.h, which tests replace.
const magicRook = "return board_filled(magic_rook_table[sq][magic_rook_index(sq, occ)]);"

// Each side's program in C is built from its own tree with the same layout: equal trees make equal programs, other trees or layouts make other programs. Their paths are
// equally long.
func TestSidesAreBuiltInC(t *testing.T) {
	g := guardInC(t, "magic")
	tree := headers(t, "", "", "magic")
	changed := headers(t, magicRook, "return magic_rook_table[sq][magic_rook_index(sq, occ)] + !sq;", "magic") // other code, which is never run
	for _, c := range []struct {
		base, head string
		same       bool
	}{{tree, tree, true}, {tree, changed, false}} {
		s := prepared(t, g, [2]string{c.base, c.head})
		var layouts [2][]byte
		for layout := range layouts {
			programs, err := s.build(layout + 1)
			if err != nil {
				t.Fatal(err)
			}
			var text [2][]byte
			for side, program := range programs {
				if text[side], err = os.ReadFile(program); err != nil {
					t.Fatal(err)
				}
			}
			if bytes.Equal(text[0], text[1]) != c.same || len(programs[0]) != len(programs[1]) {
				t.Errorf("layout %d: programs %q are equal: %v, want %v", layout+1, programs, !c.same, c.same)
			}
			layouts[layout] = text[0]
		}
		if bytes.Equal(layouts[0], layouts[1]) {
			t.Error("two layouts make one program")
		}
	}
}

// A guard in C compares the techniques whose headers both sides have, names those that only one side has, and reports trees that lack something.
func TestCellsInC(t *testing.T) {
	g := guardInC(t, "magic")
	more, fewer := headers(t, "", "", "magic", "fancymagic", "blackmagic"), headers(t, "", "", "magic", "fancymagic")
	c := &Comparison{}
	g.Techniques = nil
	s := prepared(t, g, [2]string{more, fewer})
	cells, err := s.cells(c)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, cell := range cells {
		names = append(names, cell.Row())
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"fancymagic", "fancymagic-again", "magic"}) || !slices.Equal(c.OnlyInBase, []string{"blackmagic"}) || len(c.OnlyInHead) > 0 {
		t.Errorf("cells of %q, only in base %q, only in head %q", names, c.OnlyInBase, c.OnlyInHead)
	}
	g.Pieces, g.Modes = nil, []string{"init"}
	if tiertest.Minutes() { // otherwise the sides above do, which are built already
		s = prepared(t, g, [2]string{fewer, fewer})
	}
	if cells, err = s.cells(c); err != nil || len(cells) != 3 {
		t.Errorf("%v, %v: want building tables, of magic and the references", cells, err)
	}
	for _, x := range tiertest.Sample([]struct {
		techniques []string
		base, head string
		says       string
	}{
		{nil, t.TempDir(), more, ": there are no techniques in C (want a commit with files"},
		{nil, headers(t, "", "", "magic"), more, "base: build " + g.Build.String() + " has no fancymagic: there is no file fancymagic/fancymagic.h"},
		{[]string{"blackmagic"}, more, fewer, "head: build " + g.Build.String() + " has no blackmagic: there is no file blackmagic/blackmagic.h"},
		{nil, more, headers(t, magicRook, "return nothing;", "magic", "fancymagic"), "building "}, // nothing is undeclared in C
		{[]string{"magik"}, more, more, `unknown technique "magik"`},
	}, 2) {
		g.Techniques = x.techniques
		if cells, err := prepared(t, g, [2]string{x.base, x.head}).cells(c); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%q: %d cells, %v; want %q", x.techniques, len(cells), err, x.says)
		}
	}
}

// A lookup that takes several times as long in the head's header shows in its cell's ratio, and a lookup with wrong answers is not timed. A finer threshold takes more
// processes.
func TestSlowerInC(t *testing.T) {
	tiertest.Long(t)
	g := guardInC(t, "magic")
	base := headers(t, "", "", "magic", "fancymagic")
	slow := headers(t, magicRook, "for (int i = 0; i < 50; i++)\n\t\t__asm__ volatile(\"\" : \"+r\"(occ));\n\t"+magicRook, "magic", "fancymagic")
	cell := grid.Cell{Technique: "magic", Piece: board.Rook, Mode: "throughput", Corpus: "random16"}
	s := prepared(t, g, [2]string{base, slow})
	pairs, err := s.measure([]grid.Cell{cell}, 1, 3) // rounds 1 to 3
	if err != nil {
		t.Fatal(err)
	}
	if x := judge(pairs, 0.01)[0]; x.Target != g.Build.String() || !(x.Ratio.Median > 1.5) {
		t.Errorf("build %q takes %v times as long", x.Target, x.Ratio.Median)
	}
	// A finer threshold takes more processes of the same programs: each adds a value to the round.
	g.Threshold = 0.005
	many := []pair{{cell: cell}}
	if err := s.measureRound(many, 1, rand.New(rand.NewPCG(1, 1))); err != nil || len(many[0].base) != 4 || len(many[0].head) != 4 {
		t.Errorf("%d and %d values, %v; want 4", len(many[0].base), len(many[0].head), err)
	}
	wrong := headers(t, magicRook, "return 0;", "magic", "fancymagic")
	s = prepared(t, g, [2]string{base, wrong})
	_, err = s.measure([]grid.Cell{cell}, 1, 1)
	if err == nil || !strings.Contains(err.Error(), "head: ") || !strings.Contains(err.Error(), "it is not measured") {
		t.Errorf("a wrong head: %v", err)
	}
}
