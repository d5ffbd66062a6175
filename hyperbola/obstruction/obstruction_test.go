package obstruction_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/obstruction"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var (
	technique = techniquestest.Funcs{RookFunc: obstruction.Rook, BishopFunc: obstruction.Bishop, QueenFunc: obstruction.Queen}
	batches   = techniquestest.BatchFuncs{
		RookFunc: obstruction.RookBatch, BishopFunc: obstruction.BishopBatch,
		QueenFunc: obstruction.QueenBatch, BothFunc: obstruction.BothBatch,
	}
)

func TestConformance(t *testing.T) { techniquestest.Run(t, technique) }

func TestBatchesConform(t *testing.T) { techniquestest.RunBatch(t, batches) }

func FuzzConformance(f *testing.F) { techniquestest.Fuzz(f, technique) }

func FuzzBatches(f *testing.F) { techniquestest.FuzzBatch(f, batches) }
