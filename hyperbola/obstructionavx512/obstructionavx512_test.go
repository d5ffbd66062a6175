package obstructionavx512_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{
	RookFunc: obstructionavx512.RookBatch, BishopFunc: obstructionavx512.BishopBatch,
	QueenFunc: obstructionavx512.QueenBatch, BothFunc: obstructionavx512.BothBatch,
}

func TestConformance(t *testing.T) { techniquestest.Run(t, techniquestest.One(batches)) }

func TestBatchesConform(t *testing.T) { techniquestest.RunBatch(t, batches) }

func FuzzBatches(f *testing.F) { techniquestest.FuzzBatch(f, batches) }
