// Package techniquestest proves an implementation of sliding attacks in a test. It is meant for engines as much as for this
// project's own techniques, links none of its tables, and all it asks for is
//
//	func TestAttacks(t *testing.T) {
//		techniquestest.Run(t, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})
//	}
//
// Package conform says what is asked.
package techniquestest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// What the functions here prove, and ways to make that of functions.
type (
	Technique  = conform.Technique
	Funcs      = conform.Funcs
	Batcher    = conform.Batcher
	BatchFuncs = conform.BatchFuncs
	Setter     = conform.Setter
	SetFuncs   = conform.SetFuncs
)

// Run proves a technique, and fails the test at the first wrong answer. With -short it asks sliders on every ninth square.
func Run(t *testing.T, technique Technique) {
	t.Helper()
	step := 1
	if tiertest.Hurried() {
		step = 9
	}
	for sq := 0; sq < 64; sq += step {
		if err := conform.CheckSquare(technique, sq, uint64(sq)); err != nil {
			t.Fatal(err)
		}
	}
}

// RunBatch proves a Batcher, and fails the test at the first wrong answer. With -short it asks one subset in 16, at one offset in
// nine.
func RunBatch(t *testing.T, b Batcher) {
	t.Helper()
	every := 1
	if testing.Short() {
		every = 16
	}
	if err := conform.NewBatchExam(1, every).Check(b); err != nil {
		t.Fatal(err)
	}
}

// RunSets proves a Setter, and fails the test at the first wrong answer.
func RunSets(t *testing.T, s Setter) {
	t.Helper()
	if err := conform.CheckSets(s, 1); err != nil {
		t.Fatal(err)
	}
}

// RunState proves a technique that keeps a state of type S, and fails the test at the first mistake:
//
//	techniquestest.RunState[rotated.State](t)
func RunState[S comparable, P interface {
	*S
	conform.State
}](t *testing.T) {
	t.Helper()
	if err := conform.CheckState[S, P](1); err != nil {
		t.Fatal(err)
	}
}

// ProveFaults proves that the tables of a technique are watched. With -short it does nothing, or where SLIDEBENCH_PROVE asks for it,
// plants faults on fewer squares.
func ProveFaults(t testing.TB, tables conform.Tables) {
	t.Helper()
	tiertest.Slow(t)
	depth := conform.Full
	if testing.Short() {
		depth = conform.Quick
	}
	conform.ProveFaults(t, tables, depth)
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

// Need skips a test of what a feature of the processor or the build does where it is missing. Where the environment variable
// SLIDEBENCH_REQUIRE, a list separated by commas, names the feature, the test fails instead: that machine is known to have it.
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
