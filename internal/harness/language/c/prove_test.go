package c

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The headers are right. In make test one technique in six is proved on four squares, optimized little; TestForgotten asks all of them something, and a run in C proves a
// technique as it is measured. In make check all are proved on all squares as the first compiler here compiles them, and on one square in five under its sanitizers and as
// other compilers do; in make nightly, which asks for the check's squares, too, all of that on all squares, and with vectorizers, with calls and for older levels.
func TestRight(t *testing.T) {
	tiertest.Slow(t)
	// Each exam asks one square in so many: in 21, which are a1, f3, c6 and h8, and in 5. The first is for the first compiler, the other for all builds that make test leaves out.
	everyFirst, everyOther := 21, 5
	if tiertest.Minutes() {
		everyFirst = 1
	}
	if tiertest.Nightly() {
		everyOther = 1
	}
	first, other := NewExams(everyFirst, 1), NewExams(everyOther, 1)
	for i, b := range buildsHere(t) {
		prove := func(b Build, x Exams) {
			t.Run(b.String(), func(t *testing.T) { right(t, b, built(t, b, root), x) })
		}
		if i == 0 {
			prove(shared(b), first) // in make test its program has a part of the techniques alone
		} else {
			prove(b, other)
		}
		merging, calling, checked := b, b, b
		merging.Option, calling.Option, checked.Sanitizers = vectorizer, calls, true
		if tiertest.Nightly() {
			prove(merging, other)
			prove(calling, other)
			for _, level := range machine.Detect().Levels() {
				if older := By(b.Compiler); level != "v1" { // no build in C has that level
					older.Level = level
					prove(older, other)
				}
			}
		}
		if tiertest.Nightly() || tiertest.Minutes() && i == 0 {
			t.Run(b.String()+" with sanitizers", func(t *testing.T) {
				_, missing := probe(t, checked) // clang may come without them
				tiertest.Need(t, b.Compiler+"-sanitizers", missing)
				right(t, checked, built(t, checked, root), other)
			})
		}
	}
}

// right proves the techniques of a build's program of this source tree.
func right(t *testing.T, b Build, program string, x Exams) (proved int) {
	t.Helper()
	n, err := ProveAll(t.Context(), b, program, root, x)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d techniques are right", n)
	return n
}

// afterLookups is the text that follows the lookups in a header. Faulty batches are planted before it.
const afterLookups = "\n#endif\n\n#if (defined"

// withBatches returns text to put in place of afterLookups: batches whose loop has a condition, and an expression for its square.
func withBatches(while, square string) string {
	var b strings.Builder
	for _, piece := range []string{"rook", "bishop", "queen"} {
		fmt.Fprintf(&b, "static inline void fancymagic_%[1]s_batch(uint64_t *dst, const uint64_t *occ, const uint8_t *sq, size_t n) {\n"+
			"\tfor (size_t i = 0; %[2]s; i++)\n\t\tdst[i] = fancymagic_%[1]s(%[3]s, occ[i]);\n}\n", piece, while, square)
	}
	b.WriteString("static inline void fancymagic_both_batch(uint64_t *rook, uint64_t *bishop, const uint64_t *occ, const uint8_t *sq, size_t n) {\n" +
		"\tfor (size_t i = 0; i < n; i++) {\n\t\tuint64_t o = occ[i];\n\t\trook[i] = fancymagic_rook(sq[i] & 63, o);\n" +
		"\t\tbishop[i] = fancymagic_bishop(sq[i] & 63, o);\n\t}\n}\n")
	return b.String() + afterLookups
}

// planted returns a source tree of one technique's header and what it includes. One of its files has a fault, new in place of old; without old there is none.
func planted(t *testing.T, header, file, old, new string) (tree string) {
	t.Helper()
	tiertest.Lightly(t)
	tree = t.TempDir()
	whole, err := os.ReadFile(filepath.Join(root, header))
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"board/board.h", "board/threats.h", "board/delta.h", header}
	for _, m := range included.FindAllSubmatch(whole, -1) { // the board once more, and factors, beside the header or, for several techniques, above it
		paths = append(paths, filepath.Join(filepath.Dir(header), string(m[1])))
	}
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if path == file && old != "" {
			if !bytes.Contains(text, []byte(old)) {
				t.Fatalf("%s has no %q to plant a fault in", file, old)
			}
			text = bytes.Replace(text, []byte(old), []byte(new), 1)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(tree, path)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(tree, path), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// Faults in a header are caught: wrong answers by the exam, other faults by sanitizers or because the program ends. Only make check plants all of them, make test one in four.
func TestFaults(t *testing.T) {
	tiertest.Slow(t)
	x := NewExams(21, 1) // a1, f3, c6 and h8
	faults := []struct {
		file, old, new string
		sanitizers     bool
		want           string // part of the error, "" for none
	}{
		{"fancymagic/fancymagic.h", "", "", false, ""},
		{"fancymagic/fancymagic.h", "", "", true, ""},
		{"fancymagic/factors_gen.h", "UINT64_C(0x0080001880204002)", "UINT64_C(0x0000001880204002)", false, "rook on a1 is wrong"}, // a bit of a magic is missing
		{"fancymagic/fancymagic.h", "= board_bishop(sq, occ)", "= board_bishop(sq, 0)", false, "bishop on"},                        // the answers of an empty board
		{"fancymagic/fancymagic.h", "= board_bishop(sq, occ)", "= board_bishop(sq, occ) & ~occ", false, "diagnosis of bishop: blockers are missing from the answer\n"},
		{"fancymagic/fancymagic.h", "bishop_offset++;", "bishop_offset += occ != 0;", false, "is wrong"}, // tables of neighbouring squares overlap
		{"fancymagic/fancymagic.h", "fancymagic_rook(sq, occ) | fancymagic_bishop(sq, occ)", "fancymagic_rook(sq, occ) | (fancymagic_bishop(sq, occ) & ~occ)", false, "queen on"},
		{"fancymagic/fancymagic.h", "fancymagic_bishop_table[5248]", "fancymagic_bishop_table[5216]", true, "ends the program"},                  // 32 entries are missing
		{"fancymagic/fancymagic.h", "board_rook_mask(sq);", "board_rook_mask(sq) << 64 - 64 * (sq > 62);", true, "ends the program"},             // shifts by 64, which C leaves undefined
		{"fancymagic/fancymagic.h", "rook->factor = fancymagic_rook_factors[sq];", "rook->factor = fancymagic_rook_factors[sq]", false, "error"}, // no semicolon
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i] & 63"), false, ""},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i <= n", "sq[i] & 63"), false, "the measured program"}, // which refuses: an answer is written behind the last
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i + 1 < n", "sq[i] & 63"), false, "is wrong"},
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i]"), true, "ended"},                                    // an index beyond the table, as squares have higher bits
		{"fancymagic/fancymagic.h", afterLookups, withBatches("i < n", "sq[i ^ (n == 77 && i == 40)] & 63"), false, "batch of 77"}, // wrong in batches of one length alone
	}
	for _, b := range buildsHere(t) {
		checked := b
		checked.Sanitizers = true
		_, missing := probe(t, checked)
		for _, c := range tiertest.Sample(faults, 4) {
			if c.sanitizers && missing != nil {
				t.Logf("without sanitizers of %s: %v", b.Compiler, missing)
				continue
			}
			tree := planted(t, "fancymagic/fancymagic.h", c.file, c.old, c.new)
			b.Sanitizers = c.sanitizers
			n := 0
			program, err := compiled(t.Context(), b, tree)
			if err == nil {
				n, err = ProveAll(t.Context(), b, program, tree, x)
			}
			if c.want == "" && (err != nil || n != 1) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, %q in place of %q: %d right, %v, want %q", b, c.new, c.old, n, err, c.want)
			}
		}
	}
}
