package obstructionavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}

func TestSinglesConform(t *testing.T) { techniquestest.Run(t, conform.One(batches)) }

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	names := map[*vector]string{
		&spread: "spread", &swap: "swap", &bit: "bit", &upTo: "upTo",
		&numbers: "numbers", &seven: "seven", &fileA: "fileA", &exponent: "exponent",
	}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.One(batches),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			for _, v := range vectors(p) {
				at := &v[sq%8] // a batch of one is in the first word
				faults = append(faults, conform.FlippedBits("wrong "+names[v], sq, at)...)
				faults = append(faults, conform.OffByOne("wrong "+names[v], at)...)
			}
			return faults
		},
	})
}
