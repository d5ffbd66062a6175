package digest_test

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/digest/history"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// tree is a small source tree, by the paths of its files. As in older trees, the folders of internal stand at the root.
var tree = map[string]string{
	"board/board.go": `package board

// Mask is a mask.
func Mask(sq int) uint64 { return masks[sq] }

var masks [64]uint64

func Walk(sq int) uint64 { return uint64(sq) }

type Men struct{}

func (Men) Rook() {}
`,
	"board/board.h": `#ifndef BOARD_H
#define BOARD_H
#define board_count(x) __builtin_popcountll(x)
static inline uint64_t board_mask(int sq) { return sq; }
static inline uint64_t board_walk(int sq) { return sq; }
#endif
`,
	"magic/magic.go": `package magic

import "github.com/slidebench/slidebench/board"

// Rook is a rook.
func Rook(sq int, occ uint64) uint64 { return table[index(sq, occ)] }

func index(sq int, occ uint64) uint64 { return occ & board.Mask(sq) }

var table [100]uint64

func Bishop(sq int, occ uint64) uint64 { return 0 }

func Build() { table[0] = 1 }

func Threats(sq int) { reach() }

func reach() {}
`,
	"magic/factors.go": "package magic\n\nvar factors = [1]uint64{7}\n",
	"magic/magic.h": `#include "../board/board.h"
#include "factors_gen.h"
struct magic_entry { uint64_t mask, factor; };
#define MAGIC_TABLES(SHARED) \
	SHARED struct magic_entry magic_entries[64]; \
	SHARED uint64_t magic_table[100];
MAGIC_TABLES(BOARD_DECLARE)
static inline uint64_t magic_rook(int sq, uint64_t occ) { // a rook
	return magic_table[magic_entries[sq].factor & occ & board_mask(sq)];
}
static inline uint64_t magic_bishop(int sq, uint64_t occ) { return occ; }
#ifdef MAGIC_IMPLEMENTATION
BOARD_DEFINE void magic_init(void) { magic_table[0] = board_walk(0); }
#endif
`,
	"magic/factors_gen.h":   "static const uint64_t magic_factors[1] = {7};\n",
	"techniques/kernels.go": "package techniques\n\nfunc throughput() { step() }\n\nfunc latency() {}\n\nfunc step() {}\n",
	"engine/perft.go": `package engine

import "github.com/slidebench/slidebench/internal/engine/position"

func Perft(p *position.Position) int { return p.Legal() }

type Search struct{}

func (s *Search) Run(p *position.Position) { order := 1; _ = order; p.Play() }

func NewSearch() *Search { return nil }

func order() {}
`,
	"engine/position/position.go": "package position\n\ntype Position struct{}\n\nfunc (p *Position) Legal() int { return 0 }\n\nfunc (p *Position) Play() {}\n",
	"engine/c/engine.h":           "uint64_t engine_perft(int depth);\nuint64_t engine_search(int depth);\n",
	"engine/c/moves.c":            "#include \"engine.h\"\nstatic int count(int n) { return n; }\nuint64_t engine_perft(int depth) { return count(depth); }\n",
	"engine/c/search.c":           "#include \"engine.h\"\nstatic int order(int n) { return n; }\nuint64_t engine_search(int depth) { return order(depth); }\n",
}

// changed returns the parts of tree whose digests change if, in a file, another text replaces the text old.
func changed(t *testing.T, file, old, by string) (parts []string) {
	t.Helper()
	parse := func(all map[string]string) digest.Parts {
		files := fstest.MapFS{}
		for name, text := range all {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		p, err := digest.Of(files)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	after := maps.Clone(tree)
	if after[file] = strings.Replace(tree[file], old, by, 1); after[file] == tree[file] {
		t.Fatalf("%s has no %q", file, old)
	}
	was, is := parse(tree), parse(after)
	for part := range was {
		if is[part] != was[part] {
			parts = append(parts, part)
		}
	}
	return parts
}

// A change of the source changes the digests of the parts that can reach it, and no others; comments and white space change none.
func TestChanges(t *testing.T) {
	const lookups, inits, threats = "go magic", "go magic init", "go magic threats"
	for _, c := range []struct{ file, old, by, want string }{ // by replaces old; want: the parts that change
		{"magic/magic.go", "// Rook is a rook.", "/* Rook is something else. */", ""},
		{"magic/magic.go", "{ return table[index(sq, occ)] }", "{\n\treturn table[index(sq, occ)]\n}", ""},
		{"magic/magic.go", "occ & board", "occ &^ board", lookups + "," + threats},
		{"magic/magic.go", "[100]", "[99]", lookups + "," + inits + "," + threats},
		{"magic/magic.go", "table[0] = 1", "table[0] = 2", inits},
		{"magic/magic.go", "func reach() {}", "func reach() { index(1, 2) }", threats},
		{"magic/factors.go", "7", "9", lookups + "," + inits + "," + threats},
		{"board/board.go", "masks[sq]", "masks[sq&63]", lookups + "," + threats},
		{"board/board.go", "uint64(sq)", "uint64(sq + 1)", ""},
		{"board/board.go", "Rook() {}", "Rook() { Walk(1) }", ""}, // Rook calls no method of this name
		{"magic/magic.h", "// a rook", "/* the rook */", ""},
		{"magic/magic.h", "factor & occ", "factor ^ occ", "c magic,c magic threats"},
		{"magic/magic.h", "magic_table[100]", "magic_table[99]", "c magic,c magic init,c magic threats"},
		{"magic/magic.h", "board_walk(0)", "board_walk(1)", "c magic init"},
		{"magic/factors_gen.h", "7", "9", "c magic,c magic init,c magic threats"},
		{"board/board.h", "board_mask(int sq) { return sq", "board_mask(int sq) { return sq + 1", "c magic,c magic threats"},
		{"board/board.h", "board_walk(int sq) { return sq", "board_walk(int sq) { return sq + 1", "c magic init"},
		{"board/board.h", "__builtin_popcountll(x)", "count_bits(x)", ""},                                                     // no lookup counts
		{"techniques/kernels.go", "func step() {}", "func step() { print() }", "go asked by pressure,go asked by throughput"}, // mode pressure asks by throughput, too
		{"engine/position/position.go", "Legal() int { return 0 }", "Legal() int { return 1 }", "go asked by perft"},
		{"engine/position/position.go", "Play() {}", "Play() { p = nil }", "go asked by search"},
		{"engine/perft.go", "func order() {}", "func order() { print() }", ""}, // in Run, order is a variable of its own
		{"engine/c/moves.c", "return n", "return n + 1", "c asked by perft"},
		{"engine/c/search.c", "return n", "return n + 1", "c asked by search"},
		{"engine/c/search.c", "order(int n) { return n; }", "order(int n) {\n\n\treturn n; // so\n}", ""},
	} {
		got := changed(t, c.file, c.old, c.by)
		want := map[string]bool{}
		for part := range strings.SplitSeq(c.want, ",") {
			if part != "" {
				want[part] = true
			}
		}
		found := map[string]bool{}
		for _, part := range got {
			found[part] = true
		}
		if !maps.Equal(found, want) {
			t.Errorf("%s: %q in place of %q changes %q (want %q)", c.file, c.by, c.old, got, c.want)
		}
	}
}

// Each technique in Go has a digest, and so have the loops and engines of all modes, in Go and in C.
func TestToday(t *testing.T) {
	today := digest.Today()
	for _, e := range techniques.Catalogue() {
		if e.Only != "" { // a guest in another language
			continue
		}
		for _, m := range []mode.Mode{mode.Throughput, mode.Search} {
			if _, known := digest.Changes(today, today, build.Build{}, e.Name, m); !known {
				t.Errorf("%s has no digest in mode %s", e.Name, m)
			}
		}
	}
	for _, m := range mode.All {
		for _, b := range []build.Build{{}, {Language: "c", Compiler: "gcc"}} {
			if _, known := digest.Changes(today, today, b, "fancymagic", m); !known {
				t.Errorf("%v: mode %s has no digest", b, m)
			}
		}
	}
	if _, known := digest.Changes(today, today, build.Build{}, "unheardof", mode.Throughput); known {
		t.Error("somebody else's technique has a digest")
	}
	// Digests of an old commit differ from today's in code that has changed since.
	old := digest.At("d0500db36ec8")
	if changed, known := digest.Changes(old, today, build.Build{}, "fancymagic", mode.Search); !known || len(changed) == 0 {
		t.Errorf("at d0500db36ec8, the engine is that of today: %v %v", changed, known)
	}
	if digest.At("0123456789ab") != nil {
		t.Error("an unknown commit has digests")
	}
	some := today.Behind([]build.Build{{}}, []grid.Cell{{Technique: "fancymagic", Mode: "perft"}})
	if len(some) != 2 { // of the technique and of the engine
		t.Errorf("behind a cell are %v", some)
	}
}

// The digests in past.csv are those of the commits in the repository's history, if that is here.
func TestPast(t *testing.T) {
	tiertest.Long(t)
	for _, commit := range digest.Commits() {
		p, err := history.At(commit)
		if err != nil {
			t.Skip(err)
		}
		if !maps.Equal(p, digest.At(commit)) {
			t.Errorf("past.csv has other digests of %s than the history: run go generate ./internal/harness/digest", commit)
		}
	}
}
