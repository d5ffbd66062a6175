package search

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// square returns the number of a square.
func square(t testing.TB, name string) int {
	t.Helper()
	sq, err := board.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return sq
}

// denseTargets returns the squares that have one bit fewer than the mask in the layout Dense.
func denseTargets(piece board.Piece) []Target {
	var targets []Target
	for sq := range 64 {
		if Dense.Bits(piece, sq) < bits.OnesCount64(board.Mask(piece, sq)) {
			targets = append(targets, Target{piece, sq})
		}
	}
	return targets
}

// findDense finds the magic of a square in the layout Dense, and fails the test if it takes too many tries.
func findDense(t testing.TB, target Target, seed uint64) (factor uint64, tried int) {
	t.Helper()
	piece, sq := target.Piece, target.Square
	n := Dense.Bits(piece, sq)
	factor, tried, ok := denseFactor(piece, sq, n, rand.NewPCG(seed, uint64(sq)), 50_000_000)
	if !ok {
		t.Fatalf("%v, seed %d: no factor with %d bits in %d tries", target, seed, n, tried)
	}
	return factor, tried
}

// denseFactor finds good magics for all squares of dense or, where tests may not take minutes, for the quick ones.
func TestDenseFactor(t *testing.T) {
	// Squares whose magics are found soon.
	quick := map[string]bool{"rook b7": true, "rook f7": true, "rook d8": true, "bishop a7": true, "bishop h8": true}
	count := 0
	for _, piece := range []board.Piece{board.Rook, board.Bishop} {
		for _, target := range denseTargets(piece) {
			if !tiertest.Minutes() && !quick[target.String()] {
				continue
			}
			count++
			factor, tried := findDense(t, target, 1)
			if !truthOf(factors.White, target).good(factor, Dense.Bits(piece, target.Square)) {
				t.Errorf("%v: %#016x is not good", target, factor)
			}
			t.Logf("%v: %#016x after %d tries", target, factor, tried)
		}
	}
	want := len(quick)
	if tiertest.Minutes() {
		want = 15 + 24 // the squares of dense, for rooks and for bishops
	}
	if count != want {
		t.Errorf("%d squares, want %d", count, want)
	}
}

// A rook on f8 has no magic with one bit fewer: that is proved. See [fiekas].
func TestDenseFactorGivesUp(t *testing.T) {
	const tries = 1000
	factor, tried, ok := denseFactor(board.Rook, square(t, "f8"), 10, rand.NewPCG(1, 1), tries)
	if ok {
		t.Errorf("found %#x, which cannot be", factor)
	}
	// The last attempt is completed: it takes patience squares, and some more until it ends.
	if tried < tries || tried >= tries+2*patience {
		t.Errorf("%d tries, want about %d", tried, tries)
	}
}

// BenchmarkDense times a search for all squares of dense, each time with another seed, and reports how many tries it takes.
func BenchmarkDense(b *testing.B) {
	for _, piece := range []board.Piece{board.Rook, board.Bishop} {
		b.Run("piece="+piece.String(), func(b *testing.B) {
			seed, total := uint64(0), 0
			for b.Loop() {
				seed++
				for _, target := range denseTargets(piece) {
					_, tried := findDense(b, target, seed)
					total += tried
				}
			}
			b.ReportMetric(float64(total)/float64(b.N), "tries/op")
		})
	}
}
