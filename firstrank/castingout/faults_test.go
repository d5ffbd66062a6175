package castingout

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
	"github.com/slidebench/slidebench/firstrank/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

const fileA = 0x0101010101010101

func TestFaults(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Rook {
				return nil // its slots are shared: see below
			}
			d := &diagonals[sq]
			return linestest.WrongDiagonals(sq, &d.diagonal, &d.antidiagonal)
		},
	})
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			if p == board.Bishop {
				return linestest.WrongSlots(sq, fillUp[sq&7][:], fileA<<(sq&7))
			}
			return linestest.WrongSlots(sq, onFileA[sq>>3][:], rank1<<(sq&56))
		},
	})
}

// No subset of any diagonal adds up to 255, as it is without the slider's square; with it, two full lines would, and their
// remainder be that of empty ones.
func TestOwnSquareIsLeftOut(t *testing.T) {
	for sq := range 64 {
		for _, l := range []lines.Line{lines.Diagonal, lines.Antidiagonal} {
			for sub := range board.Subsets(l.Squares(sq)) {
				if got, want := diagonalIndex(l.Squares(sq), sub), int(sub*(fileA<<1)>>58); got != want {
					t.Fatalf("%v of %s: subset %#x has index %d, want %d", l, board.SquareName(sq), sub, got, want)
				}
			}
		}
	}
	for _, full := range []uint64{0x8040201008040201, 0x0102040810204080} {
		if diagonalIndex(full, full) != 0 {
			t.Errorf("%#x modulo 255 is not 0", full)
		}
	}
}
