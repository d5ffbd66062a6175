package best

import (
	"testing"

	"github.com/slidebench/slidebench/blackmagic"
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Each technique that may answer batches answers right, by its software form if the processor lacks its instructions.
func TestBatches(t *testing.T) {
	defer func(a, b bool) { avx512, avx2 = a, b }(avx512, avx2)
	for _, c := range []struct {
		name         string
		avx512, avx2 bool                  // whether the processor seems to have them
		tableBytes   func(board.Piece) int // of the technique that then answers
	}{
		{"AVX-512", true, true, obstructionavx512.TableBytes},
		{"AVX2", false, true, obstructionavx2.TableBytes},
		{"neither", false, false, blackmagic.TableBytes},
	} {
		t.Run(c.name, func(t *testing.T) {
			avx512, avx2 = c.avx512, c.avx2
			for _, p := range board.Pieces {
				if got, want := BatchTableBytes(p), c.tableBytes(p); got != want {
					t.Errorf("%v: %d bytes, want %d", p, got, want)
				}
			}
			techniquestest.RunBatch(t, techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch},
				techniquestest.AnySquare)
		})
	}
}

// Single lookups read what blackmagic's read, which its own test proves.
func TestTableBytes(t *testing.T) {
	for _, p := range board.Pieces {
		if got, want := TableBytes(p), blackmagic.TableBytes(p); got != want {
			t.Errorf("%v: %d bytes, want %d", p, got, want)
		}
	}
}
