// Package techniquestest proves an implementation of sliding attacks in a test, of this project or of any engine. It links none
// of this project's tables:
//
//	func TestAttacks(t *testing.T) {
//		techniquestest.Run(t, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})
//	}
//
// A wrong answer is shown with the fewest pieces that keep it wrong: the attacks wanted, those got, and the difference. Then come
// the cause, if a known one explains all answers, the number of wrong answers, and their squares. A function that is missing,
// panics, does not answer or answers at random is named, with the question. A batch may have only some of the functions:
//
//	techniquestest.RunBatch(t, techniquestest.BatchFuncs{RookFunc: engine.RookBatch})
//
// Squares above 63 are asked only with the promise AnySquare. Package conform says which questions are asked.
package techniquestest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// The kinds of implementations that the functions here prove, and how to make them of functions.
type (
	Technique  = conform.Technique
	Funcs      = conform.Funcs
	Batcher    = conform.Batcher
	BatchFuncs = conform.BatchFuncs
	Setter     = conform.Setter
	SetFuncs   = conform.SetFuncs
)

// AnySquare promises that of a square only the low six bits count. Run, RunBatch and RunState ask squares above 63 only with this promise.
const AnySquare = conform.AnySquare

// Run proves a technique, and fails the test with the smallest wrong question and the number of wrong answers. With -short it
// asks sliders on every tenth square.
func Run(t *testing.T, technique Technique, promises ...conform.Promise) {
	t.Helper()
	step := 1
	if tiertest.Hurried() {
		step = 10 // of every ninth square the number stays the same where squares are counted by files
	}
	if err := conform.Prove(technique, step, promises...); err != nil {
		t.Fatal(err)
	}
}

// RunBatch proves a Batcher like Run. Functions of BatchFuncs that are nil are not asked. With -short it asks one subset in 16,
// at one offset in nine.
func RunBatch(t *testing.T, b Batcher, promises ...conform.Promise) {
	t.Helper()
	every := 1
	if testing.Short() {
		every = 16
	}
	left, err := conform.ProveBatch(b, every, promises...)
	if err != nil {
		t.Fatal(err)
	}
	if left != nil {
		t.Logf("not asked, as the function is nil: %s", strings.Join(left, ", "))
	}
}

// RunSets proves a Setter like Run.
func RunSets(t *testing.T, s Setter) {
	t.Helper()
	if err := conform.ProveSets(s, 1); err != nil {
		t.Fatal(err)
	}
}

// RunState proves a technique that keeps a state of type S, and fails the test at the first mistake:
//
//	techniquestest.RunState[rotated.State](t)
func RunState[S comparable, P interface {
	*S
	conform.State
}](t *testing.T, promises ...conform.Promise) {
	t.Helper()
	if err := conform.ProveState[S, P](1, promises...); err != nil {
		t.Fatal(err)
	}
}

// Fuzz lets the fuzzer look for a question that a technique answers wrong.
func Fuzz(f *testing.F, technique Technique) {
	for _, sq := range []byte{0, 7, 28, 56, 63} {
		f.Add(sq, uint64(0))
		f.Add(sq, ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, square byte, occ uint64) {
		if err := conform.Ask(technique, int(square&63), occ); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzBatch lets the fuzzer look for questions that a Batcher answers wrong: nine bytes of its input are one.
func FuzzBatch(f *testing.F, b Batcher) {
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte(strings.Repeat("\x3f\x81\x00\xff\x10\x00\x3c\x00\x81", 17)))
	f.Fuzz(func(t *testing.T, input []byte) {
		if err := conform.AskBytes(b, input); err != nil {
			t.Fatal(err)
		}
	})
}

// Need skips a test where a feature of the processor or the build is missing, and fails it where the environment variable
// SLIDEBENCH_REQUIRE, a list separated by commas, names the feature.
func Need(t testing.TB, feature string, missing error) {
	t.Helper()
	switch {
	case missing == nil:
	case slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), feature):
		t.Fatalf("%s is required: %v", feature, missing)
	default:
		t.Skipf("needs %s: %v", feature, missing)
	}
}
