package obstructionavx2_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/obstructionavx2"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{
	RookFunc: obstructionavx2.RookBatch, BishopFunc: obstructionavx2.BishopBatch,
	QueenFunc: obstructionavx2.QueenBatch, BothFunc: obstructionavx2.BothBatch,
}

func TestSinglesConform(t *testing.T) {
	if testing.Short() {
		t.Skip("batches of one are asked as other batches are: not with -short")
	}
	techniquestest.Run(t, conform.One(batches))
}
