package anylanguage

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// A program with right answers is proved. The error about a faulty one says either that the lookup is wrong, or that the program breaks the wire form. program_test.go has the
// faults.
func TestProve(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell")
	}
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	defer hurry()()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fault, says string
		no          bool // the error is about a wrong or missing answer, not about the wire form
	}{
		{"none", "", false},
		{"none binary", "", false},
		{"rare", "rook on a1 is wrong", true},
		{"swapped", "rook", true},
		{"swapped binary", "rook", true},
		{"decimal", "is right, but decimal", false},
		{"signed", "has a sign", false},
		{"garbage", "is no number", false},
		{"wide", "has an answer of more than 64 bits", true},
		{"more", "", false},
		{"few", "has no answer within", true},
		{"crash", "it says: ", true},
		{"hang", "rook on a1 has no answer within 2s (is the output flushed after each block?)", true},
		{"begins", `writes "Hello" first`, false},
		{"refuses", "the program refuses: out of tea", false},
		{"dies", "no tables", false},
		{"silent", `does not write the line "ready" within`, false},
	} {
		child.Patience.Begin, child.Patience.Block = 30*time.Second, 30*time.Second
		switch c.fault {
		case "hang", "few":
			child.Patience.Block = 2 * time.Second
		case "silent":
			child.Patience.Begin = 100 * time.Millisecond
		}
		proof, err := proveLookups(t.Context(), "", fmt.Sprintf("env %s='%s' '%s'", variable, c.fault, self), 64, 1, t.Logf, func(int, int) {}) // on a1 alone
		mistake, unanswered := (*conform.Mistake)(nil), (*conform.Unanswered)(nil)
		no := errors.As(err, &mistake) || errors.As(err, &unanswered)
		if strings.HasPrefix(c.fault, "none") {
			if err != nil || proof.questions < 80_000 /* the exam of a1 has more */ || proof.queen != strings.Contains(c.fault, "binary") || proof.left != "" {
				t.Errorf("%s: %+v: %v", c.fault, proof, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || no != c.no && c.fault != "more" { // more: its surplus may be taken for a wrong answer
			t.Errorf("%s: %v; want %q", c.fault, err, c.says)
		}
		if strings.HasPrefix(c.fault, "swapped") && !strings.Contains(fmt.Sprint(err), "bishop") {
			t.Errorf("%s: %v; want a diagnosis that names the bishop", c.fault, err)
		}
	}
}

// A slow program is asked a sample, and the note says so. The sample still finds a program that remembers answers.
func TestProveSamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell")
	}
	defer func(before time.Duration) { budget = before }(budget)
	budget = 10 * time.Millisecond
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []string{"none", "remembers"} {
		var logged []string
		logf := func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) }
		done, total := 0, 0
		proof, err := proveLookups(t.Context(), "", fmt.Sprintf("env %s='%s' '%s'", variable, fault, self), 1, 1, logf, func(i, n int) { done, total = i, n })
		if want := "of each square's boards one block in 64, and of the squares one in 10"; len(logged) != 2 || !strings.Contains(logged[0], " answers a second: about ") ||
			!strings.Contains(logged[1], want) || !strings.HasSuffix(proof.left, want) {
			t.Errorf("%s: logged %q, and %q is left out", fault, logged, proof.left)
		}
		if m := (*conform.Mistake)(nil); fault == "remembers" {
			if !errors.As(err, &m) || !strings.Contains(m.Diagnosis, "asked alone, this question is answered right; it is wrong after the rook on b1 with the occupancy 0x") {
				t.Errorf("%s: got %v", fault, err)
			}
		} else if err != nil || proof.questions < 50_000 || proof.questions > 80_000 || done != 64 || total != 64 { // all are over 80,000 a square, as TestProve counts
			t.Errorf("%s: %d questions, %d of %d done: %v", fault, proof.questions, done, total, err)
		}
	}
}

// forgetful finds the first piece to the north by a product whose bits above the 64th it keeps. A number of JavaScript has 53 bits, so that the product for h7
// becomes the one for another square: rooks on the h file see h8 through a piece on h7. That is 1.3 % of the questions about rooks on random boards.
const forgetful = `const debruijn = 0x03f79d71b4cb0a89n, index = [];
for (let i = 0; i < 64; i++) index[Number(BigInt.asUintN(64, debruijn << BigInt(i)) >> 58n)] = i;
const first = (set) => index[Number(((set & -set) * debruijn) >> 58n) & 63];
const north = (square, occ) => {
  const all = ray(square, 0n, [[0, 1]]), blockers = all & occ & 0x00ffffffffffffffn;
  return blockers ? all ^ ray(first(blockers), 0n, [[0, 1]]) : all;
};
const rook = (square, occ) => north(square, occ) | ray(square, occ, [[0, -1], [1, 0], [-1, 0]]);
`

// A lookup in JavaScript that forgets BigInt.asUintN is found, and with it is right.
func TestForgetful(t *testing.T) {
	tiertest.Slow(t)
	defer hurry()()
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	text, err := os.ReadFile("../../../../examples/protocol/attacks.js")
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(text), "const rook = ")
	_, after, _ = strings.Cut(after, "\n")
	const product = "((set & -set) * debruijn)"
	cut := strings.Replace(forgetful, product, "BigInt.asUintN(64, "+product+")", 1)
	if !found || cut == forgetful {
		t.Fatal("the example, or the lookup, has another form")
	}
	t.Chdir(t.TempDir())
	for rook, says := range map[string]string{cut: "", forgetful: "rook on h6 is wrong\n"} {
		if err := os.WriteFile("attacks.js", []byte(before+rook+after), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := proveLookups(t.Context(), "", "node attacks.js", 47, 1, t.Logf, func(int, int) {}) // a1 and h6
		if says == "" && err != nil || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
