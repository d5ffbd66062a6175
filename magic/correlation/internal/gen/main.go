// Command gen searches the factors of package correlation and writes them as Go source.
//
// It draws candidates with few bits set, for each factor from a generator of its own, and keeps the first candidate
// that, shifted for each square, is magic for all squares of its group. It tests the square with most relevant squares
// first, because that refutes most candidates. The bishops of rank 4 take longest, with 1.8 million candidates.
package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/magic/internal/gen"
)

const seed = 1

func main() { gen.Main("correlation", "factors_gen.go", search) }

// search returns the arrays of factors.
func search() []byte {
	var source bytes.Buffer
	for _, g := range []group{{board.Rook, 2, 12}, {board.Bishop, 8, 9}} {
		fmt.Fprintf(&source, "\n// Each with how many candidates were tried.\n")
		fmt.Fprintf(&source, "var %vFactors = [%d]uint64{\n", g.piece, 64/g.size)
		for first := 0; first < 64; first += g.size {
			factor, tried := g.find(first)
			fmt.Fprintf(&source, "%#016x, // %d\n", factor, tried)
		}
		fmt.Fprintln(&source, "}")
	}
	return source.Bytes()
}

// group describes how the squares of a piece share factors.
type group struct {
	piece     board.Piece
	size      int // how many neighbours share a factor
	indexBits int
}

// find returns the first factor of a stream that serves all squares of a group, and the number of factors tried.
func (g group) find(first int) (factor uint64, tried int) {
	type shifted struct {
		gen.Square
		place int // within the group
	}
	var squares []shifted
	for i := range g.size {
		squares = append(squares, shifted{gen.NewSquare(g.piece, first+i), i})
	}
	slices.SortStableFunc(squares, func(a, b shifted) int { return len(b.Subsets) - len(a.Subsets) })
	rng := rand.New(rand.NewPCG(seed, uint64(g.piece)<<6|uint64(first/g.size)))
	t := gen.NewTrial(g.indexBits)
	for {
		tried++
		factor = rng.Uint64() & rng.Uint64() & rng.Uint64()
		if !slices.ContainsFunc(squares, func(s shifted) bool { return !t.Serves(factor>>s.place, s.Square) }) {
			return factor, tried
		}
	}
}
