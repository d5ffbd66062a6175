package techniquestest_test

import (
	"flag"
	"math"
	"math/bits"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// BenchmarkAttacks is what an engine's own benchmark looks like.
func BenchmarkAttacks(b *testing.B) {
	techniquestest.Bench(b, techniquestest.Funcs{
		RookFunc:   func(sq int, occ uint64) uint64 { return board.Walk(board.Rook, sq, occ) },
		BishopFunc: func(sq int, occ uint64) uint64 { return board.Walk(board.Bishop, sq, occ) },
	})
}

// A benchmark asks about all squares, with 16 pieces on average. The answers, here all squares, do not change its questions.
func TestBench(t *testing.T) {
	before := flag.Lookup("test.benchtime").Value.String()
	if err := flag.Set("test.benchtime", "20000x"); err != nil { // so many questions for each piece and mode
		t.Fatal(err)
	}
	defer flag.Set("test.benchtime", before)
	asked, pieces := [3]int{}, 0
	squares := uint64(0)
	count := func(p board.Piece, sq int, occ uint64) uint64 {
		asked[p]++
		squares |= 1 << sq
		pieces += bits.OnesCount64(occ)
		return ^uint64(0)
	}
	testing.Benchmark(func(b *testing.B) {
		techniquestest.Bench(b, techniquestest.Funcs{
			RookFunc:   func(sq int, occ uint64) uint64 { return count(board.Rook, sq, occ) },
			BishopFunc: func(sq int, occ uint64) uint64 { return count(board.Bishop, sq, occ) },
			QueenFunc:  func(sq int, occ uint64) uint64 { return count(board.Queen, sq, occ) },
		})
	})
	all := 0
	for p, n := range asked {
		if all += n; n < 2*20000 { // in each of the two modes
			t.Errorf("%d questions about a %v", n, board.Piece(p))
		}
	}
	if mean := float64(pieces) / float64(all); squares != ^uint64(0) || math.Abs(mean-16) > 0.2 {
		t.Errorf("squares %#x, %g pieces on average", squares, mean)
	}
}
