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
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
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
		step = 10 // not 9: a1, b2, c3 ... have the same numbers when squares are counted by files
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

// Bench times lookups for random squares and 16 pieces on average, by piece and mode as slidebench bench names them: throughput, where lookups are independent, and
// latency, where each needs the answer before it. It proves nothing: Run does. Lookups are called, not inlined, and nothing looks for other programs on the
// core, so it is for a first look; slidebench bench --package times them as an engine has them.
//
//	func BenchmarkAttacks(b *testing.B) {
//		techniquestest.Bench(b, techniquestest.Funcs{RookFunc: engine.RookAttacks, BishopFunc: engine.BishopAttacks})
//	}
func Bench(b *testing.B, technique Technique) {
	const n = 1 << 16
	rng := rand.New(rand.NewPCG(1, 16))
	squares, occs := make([]int, n), make([]uint64, n)
	for i := range n {
		squares[i], occs[i] = rng.IntN(64), rng.Uint64()&rng.Uint64() // a quarter of the squares
	}
	queen := conform.Funcs{RookFunc: technique.Rook, BishopFunc: technique.Bishop}.Queen
	if own, ok := technique.(interface {
		Queen(sq int, occ uint64) uint64
	}); ok {
		queen = own.Queen
	}
	for p, lookup := range []func(sq int, occ uint64) uint64{technique.Rook, technique.Bishop, queen} {
		name := func(mode string) string { return fmt.Sprintf("piece=%v/mode=%s/corpus=random16", board.Piece(p), mode) }
		b.Run(name("throughput"), func(b *testing.B) {
			for i := range b.N {
				sink ^= lookup(squares[i%n], occs[i%n])
			}
		})
		b.Run(name("latency"), func(b *testing.B) {
			mask, answer := dependencyMask, uint64(0)
			for i := range b.N {
				answer = lookup(squares[i%n], occs[i%n]|answer&mask)
			}
			sink ^= answer
		})
	}
}

// dependencyMask is 0, which the compiler must not know.
var dependencyMask uint64

var sink uint64 // keeps timed answers, so that the compiler cannot remove their computation

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

// FuzzBatch lets the fuzzer look for questions that a Batcher answers wrong: nine bytes of its input are a question.
func FuzzBatch(f *testing.F, b Batcher) {
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte(strings.Repeat("\x3f\x81\x00\xff\x10\x00\x3c\x00\x81", 17))) // two vectors of eight questions, and one more
	f.Fuzz(func(t *testing.T, input []byte) {
		if err := conform.AskBytes(b, input); err != nil {
			t.Fatal(err)
		}
	})
}

// RunThreats proves a function that lists the threats of a change, as networks of 2026 want them for every square that a move changes: which threats vanish and
// appear if the man on a square, before, becomes after. Squares are numbers from a1 = 0, b1 = 1 to h8 = 63, men are bytes: 1 to 6 for a white pawn, knight, bishop, rook,
// queen and king, 8 more for a black one, and 0 for none; men has the man on each square. A threat is an attacker, its square, a victim and its square; docs/threats.md
// says which there are. The order of the list is free, and a threat that vanishes and appears may be in it or not.
//
// A wrong list fails the test. It is shown with the fewest men that keep it wrong, with the threats that are missing and too many, and with the fault, if a known one explains all
// wrong lists. With -short, changes of every tenth square are asked.
func RunThreats(t *testing.T, f conform.ThreatsFunc) {
	t.Helper()
	if err := conform.CheckThreatsOn(f, threatSquares(), 1); err != nil {
		t.Fatal(err)
	}
}

// RunThreatState proves a state that lists threats like RunThreats, and all deltas of RunDeltas:
//
//	techniquestest.RunThreatState(t, new(wordboard.State))
func RunThreatState(t *testing.T, s conform.ThreatState) {
	t.Helper()
	if err := conform.CheckThreatState(s, threatSquares(), 1); err != nil {
		t.Fatal(err)
	}
}

// threatSquares returns the squares whose men are changed.
func threatSquares() uint64 {
	if tiertest.Hurried() {
		return 0x1004010040100401 // 0, 10, 20, ...
	}
	return ^uint64(0)
}

// RunDeltas proves a function that lists the threats of a whole move, like RunThreats: those that vanish and appear between the positions before and after. The positions
// are legal, and so are the moves. Castling is written as the king's way to his rook, and some of it is that of Chess960.
func RunDeltas(t *testing.T, f conform.DeltaFunc) {
	t.Helper()
	if err := conform.CheckDeltas(f, 1); err != nil {
		t.Fatal(err)
	}
}

// FuzzThreats lets the fuzzer look for a list that a function makes wrong: of its input, a byte is the square, two are the men before and after, and the others are the
// board, each the men on two squares.
func FuzzThreats(f *testing.F, list conform.ThreatsFunc) {
	f.Add(byte(27), byte(4), byte(0), []byte("\x05\x00\x40\x00\x00\xc0\x00\x0d")) // a rook leaves d4, on a board of a few men
	f.Add(byte(0), byte(0), byte(13), []byte(strings.Repeat("\xd5", 32)))         // a black queen comes to a1, on a board full of queens of both colors
	f.Fuzz(func(t *testing.T, square, before, after byte, men []byte) {
		if err := conform.AskThreats(list, square, before, after, men); err != nil {
			t.Fatal(err)
		}
	})
}
