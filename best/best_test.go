package best_test

import (
	"testing"

	"github.com/slidebench/slidebench/best"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return best.Both(sq, occ) }

var (
	face    = technique{techniquestest.Funcs{RookFunc: best.Rook, BishopFunc: best.Bishop, QueenFunc: best.Queen}}
	batches = techniquestest.BatchFuncs{
		RookFunc: best.RookBatch, BishopFunc: best.BishopBatch, QueenFunc: best.QueenBatch, BothFunc: best.BothBatch,
	}
)

func TestConformance(t *testing.T)      { techniquestest.Run(t, face) }
func TestBatchConformance(t *testing.T) { techniquestest.RunBatch(t, batches) }

func FuzzConformance(f *testing.F)      { techniquestest.Fuzz(f, face) }
func FuzzBatchConformance(f *testing.F) { techniquestest.FuzzBatch(f, batches) }
