package pdep_test

import (
	"testing"

	"github.com/slidebench/slidebench/pext/pdep"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// technique is pdep with everything it can be asked for.
type technique struct{ techniquestest.Funcs }

func (technique) Both(sq int, occ uint64) (rook, bishop uint64) { return pdep.Both(sq, occ) }

var (
	conformant = technique{techniquestest.Funcs{RookFunc: pdep.Rook, BishopFunc: pdep.Bishop, QueenFunc: pdep.Queen}}
	batches    = techniquestest.BatchFuncs{
		RookFunc: pdep.RookBatch, BishopFunc: pdep.BishopBatch, QueenFunc: pdep.QueenBatch, BothFunc: pdep.BothBatch,
	}
)

func TestConformance(t *testing.T) { techniquestest.Run(t, conformant) }

func TestBatchesConform(t *testing.T) { techniquestest.RunBatch(t, batches) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, conformant) }

func FuzzBatches(f *testing.F) { techniquestest.FuzzBatch(f, batches) }
