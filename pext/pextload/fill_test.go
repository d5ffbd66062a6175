package pextload

import (
	"math/rand/v2"
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFill(t *testing.T) {
	techniquestest.PlantBeforeFill(t, techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen}, Reads, place, fill)
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
