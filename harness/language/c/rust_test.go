package c

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/engine/position"
	"github.com/slidebench/slidebench/harness/corpus"
	"github.com/slidebench/slidebench/harness/grid"
	"github.com/slidebench/slidebench/harness/workload"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Another standard is advised where a compiler of C++ fails at its own work, not where rustc does.
func TestAdvice(t *testing.T) {
	for line, want := range map[string]bool{"mine.hpp:3:4: internal compiler error: in tsubst": true, "error: internal compiler error: unexpected panic": false} {
		if got := strings.Contains(advice(line), "--std"); got != want {
			t.Errorf("%s%s", line, advice(line))
		}
	}
}

// The structs in Rust have the fields of those in C, in their order: all are words, or arrays of words, so that each field has the same place.
func TestStructsInRust(t *testing.T) {
	read := func(name string) string {
		text, err := sources.ReadFile("program/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(`//.*`).ReplaceAllString(string(text), "")
	}
	inC, inRust := read("program.h"), read("unit.rs")
	for _, m := range regexp.MustCompile(`enum \{ (\w+) = (\d+) \}`).FindAllStringSubmatch(inC, -1) {
		inC = strings.ReplaceAll(inC, m[1], m[2])
	}
	for c, rust := range map[string]string{"struct corpus {": "pub struct Corpus {", "struct unit {": "pub struct Unit {"} {
		var want, have []string
		_, text, _ := strings.Cut(inC, c)
		text, _, _ = strings.Cut(text, "\n};")
		text = regexp.MustCompile(`\{[^}]*\}|\)\([^)]*\)`).ReplaceAllString(text, "") // structs within, and parameters
		for _, field := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == ',' }) {
			if m := regexp.MustCompile(`(\w+)(?:\[(\d+)\])?\s*$`).FindStringSubmatch(field); m != nil {
				want = append(want, fmt.Sprintf("%s %s", m[1], m[2]))
			}
		}
		_, text, _ = strings.Cut(inRust, rust)
		text, _, _ = strings.Cut(text, "\n}")
		for _, m := range regexp.MustCompile(`(?m)^    (\w+): (?:\[[^;]*; (\d+)\]|\*|usize|[A-Z]|unsafe extern|extern)`).FindAllStringSubmatch(text, -1) {
			have = append(have, fmt.Sprintf("%s %s", m[1], m[2]))
		}
		if len(want) == 0 || !slices.Equal(want, have) {
			t.Errorf("%s has %q, and %s %q", c, want, rust, have)
		}
	}
}

// Flags that say what a file or a crate means are kept, in both spellings; those that the build decides are left out by name.
func TestFlagsOfRustc(t *testing.T) {
	kept, left, err := flagsOfRustc(strings.Fields("--cfg fast --cfg=slow -O --features pext,simd --all-features -F=x -Ctarget-cpu=native --no-default-features"))
	if got, want := strings.Join(kept, " "), "--cfg=fast --cfg=slow --features=pext,simd --all-features -F=x --no-default-features"; err != nil || got != want {
		t.Errorf("kept %s (%v), want %s", got, err, want)
	}
	if got, want := strings.Join(left, " "), "-O -Ctarget-cpu=native"; got != want {
		t.Errorf("left out %s, want %s", got, want)
	}
	for _, flag := range []string{"-Iinclude", "-DFAST"} {
		if _, _, err := flagsOfRustc([]string{flag}); err == nil {
			t.Errorf("%s is taken", flag)
		}
	}
}

// faultsOfDeltas are planted in the engine in Rust.
var faultsOfDeltas = []struct{ old, new string }{
	{"KNIGHT_ATTACKS[sq] & b.kind(KNIGHT) |", ""},
	{"if before != 0 && after != 0 {", "if before != 0 {"},
	{"if after != 0 { 0 } else { APPEARS };", "if after != 0 { APPEARS } else { 0 };"},
	{"BEHIND[from][sq] & seen & victims", "BEHIND[from][sq] & seen & occ"},
	{"occ & !b.kind(KING)", "occ"},
	{"PAWN_ATTACKS[1][sq] & pawns & white", "PAWN_ATTACKS[0][sq] & pawns & white"},
	{"let captured = to ^ 8;", "let captured = to;"},
	{"(from & 56 | 2, from & 56 | 3)", "(from & 56 | 1, from & 56 | 2)"},
	{"promotion + PAWN | p.turn << COLOR", "promotion + PAWN"},
	{"self.n += 1;", "self.n += (to != 63) as i32;"},
	{"self.men[sq] = after;", "if after != 0 { self.men[sq] = after; }"},
}

// The deltas of moves by the engine in Rust are right, change by change and in all modes of threats, by day with the two techniques that compile fastest; and in make check
// faults in it are found.
func TestDeltasInRust(t *testing.T) {
	tiertest.Slow(t)
	b, units := unitsHere(t, rust, "rustc")
	b.Techniques = "koggestone,noop"
	if tiertest.Minutes() {
		b.Techniques = ""
	} else {
		units = units[:2]
	}
	exams := workload.Corpora{Questions: 40000, Seed: 1, Round: 1}
	proved, err := proveDeltas(t, b, root, &exams)
	t.Logf("%d proofs", proved)
	if err != nil || proved < 4*len(units) {
		t.Errorf("%d proofs, %v", proved, err)
	}
	if !tiertest.Minutes() {
		return
	}
	b.Techniques = "koggestone"
	right, err := os.ReadFile(deltasInRust(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faultsOfDeltas {
		tree := t.TempDir() // a program is compiled once for each tree
		for _, folder := range []string{"board", "engine/c", "engine/rust", "fill/koggestone"} {
			if err := os.CopyFS(filepath.Join(tree, folder), os.DirFS(filepath.Join(root, folder))); err != nil {
				t.Fatal(err)
			}
		}
		text := strings.Replace(string(right), fault.old, fault.new, 1)
		put(t, deltasInRust(tree), text)
		if _, err := proveDeltas(t, b, tree, &exams); text == string(right) || err == nil {
			t.Errorf("%q in place of %q: %v", fault.new, fault.old, err)
		}
	}
}

// proveDeltas compiles the units of a tree, among them koggestone, and returns how many of their cells it proves.
func proveDeltas(t *testing.T, b Build, tree string, exams *workload.Corpora) (proved int, err error) {
	t.Helper()
	program, err := compiled(t.Context(), b, tree)
	if err != nil {
		return 0, err
	}
	p, err := Start(t.Context(), program)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := waits(Code{p, "koggestone"}); err != nil {
		return 0, err
	}
	if tiertest.Minutes() {
		if err := conform.CheckThreatsBulk(Code{p, "koggestone"}.threats, 1); err != nil {
			return 0, err
		}
	}
	units, err := b.units(tree)
	for _, u := range units {
		for _, m := range mode.Deltas {
			for _, corpus := range corpus.UsualDeltas {
				cell := grid.Cell{Technique: u.Technique.Name, Piece: board.Queen, Mode: string(m), Corpus: corpus}
				if !b.has(u) || b.lacks(units, cell) != nil {
					continue
				}
				w, err := proveCell(exams, Code{Program: p, Name: u.Technique.Name}, cell)
				if err == nil {
					err = w.CheckSum(w.Do(0, 3) ^ w.Do(3, w.Units))
				}
				if err != nil {
					return proved, fmt.Errorf("%v: %w", cell, err)
				}
				proved++
			}
		}
	}
	return proved, err
}

// In mode threatslatency each move is made where the move before has led, and waits for its list.
func TestDeltasInTurn(t *testing.T) {
	if err := waits(Code{startRight(t), "fancymagic"}); err != nil {
		t.Error(err)
	}
}

// waits returns an error if the moves of mode threatslatency do not wait for each other. A mask of ones in a promotion's place changes moves.
func waits(c Code) error {
	q, err := corpus.NewDeltas(corpus.UsualDeltas[0], 1000, 1)
	if err != nil {
		return err
	}
	lost := slices.Clone(q)
	for i := range lost {
		if lost[i].Follows != 0 {
			lost[i].Before = position.Mailbox{}
		}
	}
	sum := func(m mode.Mode, q []position.Question) uint64 {
		loop, _ := c.DeltaKernel(m, workload.NewCorpus(q))
		return loop(0, len(q))
	}
	want := sum(mode.Threats, q)
	if got := sum(mode.ThreatsLatency, lost); got != want {
		return fmt.Errorf("moves in turn: %#x, want %#x: they do not go on from the position before", got, want)
	}
	if err := c.do("dependency_mask %x", 1<<15); err != nil {
		return err
	}
	alone, inTurn := sum(mode.Threats, q), sum(mode.ThreatsLatency, q)
	if alone != want || inTurn == want {
		return fmt.Errorf("with a mask: %#x alone and %#x in turn: the last checksum is not in the move", alone, inTurn)
	}
	return c.do("dependency_mask 0")
}
