package pext_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is pext with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return pext.Both(sq, occ) }

var (
	conformant = technique{techniquestest.Funcs{RookFunc: pext.Rook, BishopFunc: pext.Bishop, QueenFunc: pext.Queen}}
	batches    = techniquestest.BatchFuncs{
		RookFunc: pext.RookBatch, BishopFunc: pext.BishopBatch, QueenFunc: pext.QueenBatch, BothFunc: pext.BothBatch,
	}
)

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestBatchesConform(t *testing.T) { techniquestest.RunBatch(t, batches) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }

func FuzzBatches(f *testing.F) { techniquestest.FuzzBatch(f, batches) }
