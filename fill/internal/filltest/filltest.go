// Package filltest holds the shared parts of the tests of this family's techniques.
package filltest

import (
	"fmt"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Form is one of the forms in which a technique fills: with vectors, or in software.
type Form struct {
	Rooks, Bishops, Queens func(sliders, occ uint64) uint64
	Both                   func(sliders, occ uint64) (rook, bishop uint64)
}

// Technique returns the technique for single sliders.
func (f Form) Technique() conform.BothFuncs {
	return conform.BothFuncs{
		Funcs: conform.Funcs{
			RookFunc:   func(sq int, occ uint64) uint64 { return f.Rooks(1<<sq, occ) },
			BishopFunc: func(sq int, occ uint64) uint64 { return f.Bishops(1<<sq, occ) },
			QueenFunc:  func(sq int, occ uint64) uint64 { return f.Queens(1<<sq, occ) },
		},
		BothFunc: func(sq int, occ uint64) (rook, bishop uint64) { return f.Both(1<<sq, occ) },
	}
}

// Sets returns the technique for sets of sliders.
func (f Form) Sets() conform.SetFuncs {
	return conform.SetFuncs{RooksFunc: f.Rooks, BishopsFunc: f.Bishops, QueensFunc: f.Queens}
}

func (f Form) answers(sliders, occ uint64) [5]uint64 {
	rook, bishop := f.Both(sliders, occ)
	return [...]uint64{f.Rooks(sliders, occ), f.Bishops(sliders, occ), f.Queens(sliders, occ), rook, bishop}
}

// Alike returns an error if vectors have other answers than the software form, for one slider with all that may stand on its lines,
// or for it among others.
func Alike(vectors, soft Form) error {
	for sq := range 64 {
		for _, p := range []board.Piece{board.Rook, board.Bishop} {
			for sub := range board.Subsets(board.Mask(p, sq)) {
				for _, q := range []struct{ sliders, occ uint64 }{{1 << sq, ^sub}, {1<<sq | sub, sub}} {
					if got, want := vectors.answers(q.sliders, q.occ), soft.answers(q.sliders, q.occ); got != want {
						return fmt.Errorf("sliders %#x, occupancy %#x: got %#x, software says %#x", q.sliders, q.occ, got, want)
					}
				}
			}
		}
	}
	return nil
}

// WrongLanes returns faults of a piece's two lanes, at the square itself and the next ones on its lines: steps, and the edges at which
// steps up and down end.
func WrongLanes(p board.Piece, sq int, step, up, down *[4]uint64) (faults []conform.Fault) {
	own := uint64(1) << sq
	for i := range 2 {
		i += 2 * int(p)
		faults = append(faults, conform.OffByOne("wrong step", &step[i])...)
		for _, wrong := range []uint64{own, own << step[i], own >> step[i]} {
			faults = append(faults,
				conform.Wrong("wrong edge upwards", "", &up[i], up[i]^wrong),
				conform.Wrong("wrong edge downwards", "", &down[i], down[i]^wrong),
			)
		}
	}
	return faults
}
