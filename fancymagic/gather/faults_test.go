package gather

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}

func TestSinglesConform(t *testing.T) { techniquestest.Run(t, conform.One(batches)) }

func TestFaults(t *testing.T) {
	masks := [...]*[64]uint64{&rookMasks, &bishopMasks}
	factors := [...]*[64]uint64{&rookFactors, &bishopFactors}
	places := [...]*[64]place{&rookPlaces, &bishopPlaces}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.One(batches),
		Place:     setPlaces,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			at := &places[p][sq]
			return slices.Concat(
				conform.WrongMasks(p, sq, func(square int) { masks[p][sq] ^= 1 << square }),
				conform.FlippedBits("wrong factor", sq, &factors[p][sq]),
				conform.OffByOne("wrong shift", at),
				[]conform.Fault{
					conform.Wrong("wrong offset", "one too large", at, *at+1<<shiftBits),
					conform.Wrong("wrong offset", "one too small", at, *at-1<<shiftBits),
				},
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][places[p][sq].offset():][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}
