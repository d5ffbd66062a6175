package pextload

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	entries := [...]*[64]entry{&rookEntries, &bishopEntries}
	tables := [...][]uint64{rookTable[:], bishopTable[:]}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			e := &entries[p][sq]
			return append(conform.WrongMasks(p, sq, func(square int) { e.mask ^= 1 << square }),
				conform.OffByOne("wrong offset", &e.offset)...)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			return tables[p][entries[p][sq].offset:][:1<<bits.OnesCount64(board.Mask(p, sq))]
		},
	})
}

// The instruction must be what is tested and timed under the name pextload, and its software form what takes its place.
func TestExtract(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	rng := rand.New(rand.NewPCG(1, 2))
	masks := []uint64{0, ^uint64(0), 1, 1 << 63, 0x5555555555555555, 0x8000000000000001}
	for range 1000 {
		masks = append(masks, rng.Uint64(), rng.Uint64()&rng.Uint64()&rng.Uint64())
	}
	for _, mask := range masks {
		x := rng.Uint64()
		if got, want := extract(x, mask), softExtract(x, mask); got != want {
			t.Fatalf("%#x with mask %#x: the instruction gives %#x, software %#x", x, mask, got, want)
		}
	}
}

// The software form, which the lookups reach only where there is no instruction.
func TestSoftwareFormConforms(t *testing.T) {
	techniquestest.Run(t, techniquestest.Funcs{
		RookFunc: func(sq int, occ uint64) uint64 {
			e := &rookEntries[sq]
			return rookTable[e.offset+softExtract(occ, e.mask)]
		},
		BishopFunc: func(sq int, occ uint64) uint64 {
			e := &bishopEntries[sq]
			return bishopTable[e.offset+softExtract(occ, e.mask)]
		},
	})
}
