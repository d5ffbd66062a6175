package koggestoneavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// softTechnique is the software form, which the exported functions reach only where there is no AVX2.
type softTechnique struct{ techniquestest.Funcs }

func (softTechnique) Both(sq int, occ uint64) (rook, bishop uint64) { return softBoth(1<<sq, occ) }

var soft = softTechnique{techniquestest.Funcs{
	RookFunc:   func(sq int, occ uint64) uint64 { return softRooks(1<<sq, occ) },
	BishopFunc: func(sq int, occ uint64) uint64 { return softBishops(1<<sq, occ) },
	QueenFunc:  func(sq int, occ uint64) uint64 { return softQueens(1<<sq, occ) },
}}

func TestSoftwareFormConforms(t *testing.T) {
	if Available() != nil {
		t.Skip("it is what the test of the whole catalogue proves here")
	}
	if testing.Short() { // a few squares; TestFaultsOfTheSoftwareForm asks all of them a little
		for _, sq := range []int{0, 27, 31, 62} {
			if err := conform.CheckSquare(soft, sq, 1); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	techniquestest.Run(t, soft)
	techniquestest.RunSets(t, techniquestest.SetFuncs{
		RooksFunc: softRooks, BishopsFunc: softBishops, QueensFunc: softQueens,
	})
}

// The lanes are what is to be tested and timed under the name koggestoneavx2, so their absence is reported. They answer
// like the software form, for one slider with all that may stand on its lines, and for it among others.
func TestLanes(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	for sq := range 64 {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			for sub := range board.Subsets(board.Mask(p, sq)) {
				lanesAnswer(t, 1<<sq, ^sub)
				lanesAnswer(t, 1<<sq|sub, sub)
			}
		}
	}
}

func lanesAnswer(t *testing.T, sliders, occ uint64) {
	t.Helper()
	rook, bishop := both(sliders, occ)
	got := [...]uint64{rooks(sliders, occ), bishops(sliders, occ), queens(sliders, occ), rook, bishop}
	rook, bishop = softBoth(sliders, occ)
	want := [...]uint64{softRooks(sliders, occ), softBishops(sliders, occ), softQueens(sliders, occ), rook, bishop}
	if got != want {
		t.Fatalf("sliders %#x, occupancy %#x: got %#x, software says %#x", sliders, occ, got, want)
	}
}
