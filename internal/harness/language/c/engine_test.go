package c

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/bound"
	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The techniques that tests bind the engine to, which takes two seconds to compile for each. Among someEngines, and among fewEngines for make test, are techniques with
// lookups of pairs, of sets and of neither, and with small and large tables.
const fewEngines = "fancymagic,dual,koggestone,walk"

const someEngines = "classical,fancymagic,dual,pext,quintessence,koggestone,koggestoneavx2,dumb7,kindergarten,walk"

// The engine in C gives the answers of the engine in Go, with some techniques, and by night with every technique that has a header; and pressure changes no
// answer. Each cell is proved as before a measurement.
func TestEngine(t *testing.T) {
	tiertest.Slow(t)
	for _, b := range buildsHere(t) {
		b = shared(b)
		if tiertest.Nightly() {
			b.Engines = "all"
		}
		t.Run(b.String(), func(t *testing.T) {
			p, err := Start(t.Context(), built(t, b, root))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			units, err := b.units(root)
			if err != nil {
				t.Fatal(err)
			}
			exams, proved := workload.Corpora{Questions: 1000, Seed: 1}, 0
			for _, u := range units {
				for _, m := range slices.Concat([]mode.Mode{mode.Pressure}, mode.Engine, mode.Deltas) {
					cell := grid.Cell{Technique: u.Technique.Name, Piece: board.Queen, Mode: m, Corpus: "games2"}
					loops := m == mode.Pressure || slices.Contains(mode.Deltas, m)
					if m == mode.Pressure {
						cell.Corpus = "crowd4of1+8" // 4 lines of a table of 1 MiB, and 8 KiB of weights
					} else if loops {
						cell.Corpus = corpus.UsualDeltas[proved%2] // by turns
					}
					// In this order: the processor, the build, Go's own code for the wanted answers, or the engine of the program lacks the cell.
					if !b.has(u) || b.lacks(units, cell) != nil || m == mode.Pressure && u.Technique.Kernel(mode.Throughput, board.Queen) == nil || !loops && !b.hasEngine(u.Technique) {
						continue
					}
					w, err := proveCell(&exams, Code{Program: p, Name: u.Technique.Name}, cell)
					if err == nil {
						err = w.CheckSum(w.Do(0, 3) ^ w.Do(3, w.Units)) // in parts, as slices are timed
					}
					if err != nil {
						t.Errorf("%v: %v", cell, err)
					}
					proved++
				}
			}
			least := 2 * len(mode.Engine) // of the four in fewEngines: this processor may lack features of the others
			if tiertest.Minutes() {
				least = 7 * len(mode.Engine) // of the ten in someEngines
			}
			if proved < len(units)/2*(1+len(mode.Deltas))+least { // half of the units have pressure and deltas
				t.Errorf("%d proofs are too few", proved)
			}
		})
	}
}

// A header whose tables are static gives each file of a program tables of its own. One file fills its own: lookups in it are right, and the
// engine, whose files have empty tables, is caught. A guest's header may be like that, so that its loops and its engine are one file.
func TestStaticTables(t *testing.T) {
	tiertest.Slow(t)
	static := "#define BOARD_DECLARE static\n#define BOARD_DEFINE static\n#define FANCYMAGIC_IMPLEMENTATION\n"
	found, err := techniques.Find("fancymagic")
	if err != nil {
		t.Fatal(err)
	}
	e, x := found[0], NewExams(21, 1)
	defer func(family string) { e.Family = family }(e.Family)
	for _, family := range []string{e.Family, facts.Guest} {
		tree := planted(t, "fancymagic/fancymagic.h", "fancymagic/fancymagic.h", "#include \"../board/board.h\"\n",
			"#include \"board/board.h\"\n#undef BOARD_DECLARE\n#undef BOARD_DEFINE\n"+static)
		if err := os.CopyFS(filepath.Join(tree, "internal", "engine", "c"), os.DirFS(filepath.Join(root, "internal", "engine", "c"))); err != nil {
			t.Fatal(err)
		}
		if e.Family = family; family == facts.Guest {
			text, err := os.ReadFile(filepath.Join(tree, "fancymagic", "fancymagic.h"))
			if err = cmp.Or(err, os.CopyFS(filepath.Join(tree, e.Folder()), os.DirFS(filepath.Join(tree, "fancymagic")))); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(tree, filepath.FromSlash(headerOf(e))), regexp.MustCompile(`\bfancymagic(_\w+\()`).ReplaceAllString(string(text), guestNames("fancymagic")+"$1"))
		}
		b := anyBuild(t)
		b.Engines = e.Name
		program, err := compiled(t.Context(), b, tree)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := ProveAll(t.Context(), b, program, tree, x); n != 1 || err != nil {
			t.Errorf("%s: %d right, %v", family, n, err)
		}
		p, err := Start(t.Context(), program)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		exams := workload.Corpora{Questions: 100, Seed: 1}
		for _, m := range mode.Engine {
			cell := grid.Cell{Technique: e.Name, Piece: board.Queen, Mode: m, Corpus: "games2"}
			_, err := proveCell(&exams, Code{Program: p, Name: e.Name}, cell)
			if wrong := err != nil && strings.Contains(err.Error(), "it is not measured"); wrong == (family == facts.Guest) || !wrong && err != nil {
				t.Errorf("%s, %v: %v", family, m, err)
			}
		}
	}
}

// A tree without an engine is refused in a line, and so is an engine of one file, as older commits have it.
func TestOtherEngines(t *testing.T) {
	tree := planted(t, "fancymagic/fancymagic.h", "", "", "")
	b := anyBuild(t)
	b.Engines = "fancymagic"
	for range 2 { // first without an engine, then with the files put below
		_, err := Compile(t.Context(), b, nil, tree, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), "there is no engine in C of several files") || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v", err)
		}
		put(t, filepath.Join(tree, "internal", "engine", "c", "position.c"), "")
		put(t, filepath.Join(tree, "internal", "engine", "c", "engine.h"), "")
	}
}

// proveCell proves a cell. A failure of the program is an error.
func proveCell(x *workload.Corpora, code Code, c grid.Cell) (w *workload.Workload, err error) {
	defer workload.Recover(&err)
	return x.Prove(code, c)
}

// The engine counts the legal moves of a position, and the program refuses impossible requests about positions and crowds.
func TestEngineRequests(t *testing.T) {
	p := startRight(t)
	q, err := corpus.NewPositions("games1", 1)
	if err != nil {
		t.Fatal(err)
	}
	if sum := (Code{p, "fancymagic"}).EngineKernel(mode.Perft, workload.NewCorpus(q))(0, 1); sum != bound.Mix(uint64(len(engine.Legal(&q.List[0]))), 0) {
		t.Errorf("perft 1: %#x", sum)
	}
	// Corpus 0 has 16 positions, and no corpus 1 was sent; noop and magic have no engine, and there is no mode castling. A crowd has at most 1024 lines, 1 to 1024 MiB and
	// at most 16384 KiB.
	for _, request := range []string{
		"time fancymagic perft queen 0 0 17", "time fancymagic castling queen 0 0 1", "time noop perft queen 0 0 1", "time magic perft queen 0 0 1", "time fancymagic perft queen 1 0 0",
		"deltas 0 1000000000", "time fancymagic threats queen 0 0 1", "time fancymagic threatsbatch queen 0 0 1", "time fancymagic threatslatency queen 1 0 1", "threats none 1", "threats fancymagic 99999999999",
		"crowd 1025 16 0", "crowd 1 0 0", "crowd 1 1025 0", "crowd 1 1 16385",
	} {
		if _, err := p.ask("%s", request); err == nil {
			t.Errorf("%s is done", request)
		}
	}
}
