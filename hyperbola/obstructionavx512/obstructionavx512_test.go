package obstructionavx512_test

import (
	"testing"

	"github.com/slidebench/slidebench/hyperbola/obstructionavx512"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{
	RookFunc: obstructionavx512.RookBatch, BishopFunc: obstructionavx512.BishopBatch,
	QueenFunc: obstructionavx512.QueenBatch, BothFunc: obstructionavx512.BothBatch,
}

func TestSinglesConform(t *testing.T) {
	if testing.Short() {
		t.Skip("batches of one are asked as other batches are: not with -short")
	}
	techniquestest.Run(t, conform.One(batches))
}

// What is known to have the instructions must not be tested by the software form.
func TestAvailable(t *testing.T) { techniquestest.Need(t, "avx512", obstructionavx512.Available()) }
