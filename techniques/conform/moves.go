package conform

import (
	"fmt"
	"math/rand/v2"

	"github.com/slidebench/slidebench/board"
)

// MoveFuncs are functions that answer where a slider on sq may go: its attacks without own, the pieces of its side. occ contains own. The
// slider's own square, in one of them or both, makes no difference.
type MoveFuncs struct {
	RookFunc, BishopFunc, QueenFunc func(sq int, own, occ uint64) uint64
}

// Of returns the function for a piece.
func (f *MoveFuncs) Of(p board.Piece) func(sq int, own, occ uint64) uint64 {
	return [...]func(sq int, own, occ uint64) uint64{f.RookFunc, f.BishopFunc, f.QueenFunc}[p]
}

// CheckMoves proves functions for moves: it returns an error that shows the first wrong answer. The seed chooses what is random. It calls
// the functions from one goroutine.
func CheckMoves(f *MoveFuncs, seed uint64) error {
	for sq := range 64 {
		if err := CheckMovesFrom(f, sq, seed); err != nil {
			return err
		}
	}
	return nil
}

// CheckMovesFrom is the part of CheckMoves for sliders on one square. Of each line it asks every state: each square empty, own, or of the other
// side, with random pieces of both sides on the rest of the board. Then it asks every subset of a rook's and of a bishop's full lines, of
// which random squares are own, the moves of an Exam and changes of one own square, as an answer may be remembered for too long, and boards drawn to be nasty, of which
// edges, corners, and squares of one colour are own.
func CheckMovesFrom(f *MoveFuncs, sq int, seed uint64) (err error) {
	rng, slider := rand.New(rand.NewPCG(seed, uint64(sq))), uint64(1)<<sq
	for _, p := range board.Pieces {
		var own, occ uint64
		ask := func() bool {
			own &= occ
			got, want := f.Of(p)(sq, own, occ), board.Walk(p, sq, occ)&^own
			if got != want {
				err = fmt.Errorf("%v on %s: wrong moves\n%s", p, board.SquareName(sq),
					draw(set("own", own), set("occupancy", occ), set("wanted", want), set("got", got)))
			}
			return got == want
		}
		defer func() {
			if panicked := recover(); panicked != nil {
				err = fmt.Errorf("%v on %s: %v\n%s", p, board.SquareName(sq), panicked, draw(set("own", own), set("occupancy", occ)))
			}
		}()
		for _, l := range linesOf(p) {
			if l.squares&slider == 0 {
				continue
			}
			for pieces := range board.Subsets(l.squares &^ slider) {
				for part := range board.Subsets(pieces) {
					noise := rng.Uint64() &^ (l.squares &^ slider)
					occ, own = pieces|noise, part|noise&rng.Uint64()
					if !ask() {
						return err
					}
				}
			}
		}
		if p != board.Queen {
			for occ = range board.Subsets(board.Lines(p, sq)) {
				if own = rng.Uint64(); !ask() {
					return err
				}
			}
		}
		x, side := examiner{sq: sq, rng: rng}, rng.Uint64()
		for _, occ = range x.moves(p).Occs {
			if own = side; !ask() {
				return err
			}
		}
		for s := range board.Squares(board.Lines(p, sq)) { // the slider sees s, which becomes own and not own in turn
			occ = rng.Uint64()&^board.Lines(p, sq) | 1<<s
			for _, side := range [...]uint64{side | 1<<s, side &^ (1 << s), side | 1<<s} {
				if own = side; !ask() {
					return err
				}
			}
		}
		for _, pieces := range nasty() {
			for _, part := range nasty()[:12] { // those before the single squares
				if occ, own = pieces, part; !ask() {
					return err
				}
			}
		}
	}
	return nil
}
