package classical_test

import (
	"errors"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/classical"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// There are no tables to plant a fault in, so the answers are spoilt: on one square, one ray ends a square too early or
// too late whenever it can.
func TestFaults(t *testing.T) {
	lookups := [...]func(int, uint64) uint64{classical.Rook, classical.Bishop}
	for _, piece := range []board.Piece{board.Rook, board.Bishop} {
		for _, sq := range []int{0, 7, 24, 36, 61, 63} {
			attacks := lookups[piece](sq, ^uint64(0))
			for i := range conform.WrongRays(piece, sq, attacks) {
				spoilt := lookups
				spoilt[piece] = func(s int, occ uint64) uint64 {
					attacks := lookups[piece](s, occ)
					if wrong := conform.WrongRays(piece, s, attacks); s == sq && i < len(wrong) {
						return wrong[i]
					}
					return attacks
				}
				err := conform.CheckSquare(techniquestest.Funcs{RookFunc: spoilt[0], BishopFunc: spoilt[1]}, sq, 1)
				var mistake *conform.Mistake
				if !errors.As(err, &mistake) || mistake.Piece != piece || mistake.Square != sq {
					t.Errorf("%v on %s, ray fault %d: got %v", piece, board.SquareName(sq), i, err)
				}
			}
		}
	}
}
