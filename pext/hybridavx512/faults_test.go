package hybridavx512

import (
	"math/bits"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress/compresstest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}

func TestSinglesConform(t *testing.T) { techniquestest.Run(t, conform.One(batches)) }

// everywhere asks one question in all places of a batch at once: of a round, and of the rest. Where answers differ, it returns what none can be.
func everywhere(batch func(dst, occ []uint64, sq []uint8)) func(sq int, occ uint64) uint64 {
	var answers, occs [width + 5]uint64 // five: one more than any round has beside its vectors
	var squares [width + 5]uint8
	return func(sq int, occ uint64) uint64 {
		for i := range squares {
			squares[i], occs[i] = uint8(sq), occ
		}
		batch(answers[:], occs[:], squares[:])
		for _, a := range answers {
			if a != answers[0] {
				return ^uint64(0)
			}
		}
		return answers[0]
	}
}

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", board.Need(cpu.X86.HasBMI2, "the processor has no BMI2"))
	techniquestest.Need(t, "avx512", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: everywhere(RookBatch), BishopFunc: everywhere(BishopBatch), QueenFunc: everywhere(QueenBatch)},
		Place:     place,
		Fill:      tables.Fill,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			file, rank := sq&7, sq>>3
			lines := []*uint64{&files[file], &ranks[rank]}
			if p == board.Bishop {
				lines = []*uint64{&diagonals[(rank-file)&15], &antidiagonals[rank+file]}
			}
			for _, line := range lines {
				faults = append(faults, conform.FlippedBits("wrong line", sq, line)...)
			}
			e := &tables.Entries[sq]
			if p == board.Bishop {
				return slices.Concat(faults,
					conform.WrongMasks(p, sq, func(square int) { e.Bishop.Mask ^= 1 << square }),
					conform.OffByOne("wrong offset", &e.Bishop.Offset),
					conform.WrongSlots("wrong word", sq, bishops(sq)), // Fill takes them out
				)
			}
			return slices.Concat(faults,
				conform.WrongMasks(p, sq, func(square int) { e.Rook.Mask ^= 1 << square }),
				conform.FlippedBits("wrong lines", sq, &e.Rook.Lines),
				conform.OffByOne("wrong offset", &e.Rook.Offset),
				conform.WrongSlots("wrong slot", sq, rooks(sq)), // Fill takes them out
			)
		},
	})
}

// Fill asks the software form where things belong, so this is about both forms.
func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: tables.Rook, BishopFunc: tables.Bishop},
		Place:     place,
		Fill:      tables.Fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			soft := &tables.Soft[sq]
			if p == board.Bishop {
				return compresstest.WrongMoves("mask", sq, &soft.BishopMask)
			}
			return append(compresstest.WrongMoves("mask", sq, &soft.RookMask), compresstest.WrongMoves("lines", sq, &soft.RookLines)...)
		},
	})
}

func rooks(sq int) []uint16 {
	return tables.Rooks[tables.Entries[sq].Rook.Offset:][:1<<bits.OnesCount64(board.Mask(board.Rook, sq))]
}

func bishops(sq int) []uint64 {
	return tables.Bishops[tables.Entries[sq].Bishop.Offset:][:1<<bits.OnesCount64(board.Mask(board.Bishop, sq))]
}
