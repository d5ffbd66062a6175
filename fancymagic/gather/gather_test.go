package gather_test

import (
	"testing"

	"github.com/slidebench/slidebench/fancymagic/gather"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{
	RookFunc: gather.RookBatch, BishopFunc: gather.BishopBatch, QueenFunc: gather.QueenBatch, BothFunc: gather.BothBatch,
}

func TestSinglesConform(t *testing.T) {
	if testing.Short() {
		t.Skip("batches of one are asked as other batches are: not with -short")
	}
	techniquestest.Run(t, conform.One(batches))
}
