package gather

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// The instructions must be what is tested and timed under the name gather, so their absence is reported.
func TestInstructions(t *testing.T) {
	techniquestest.Need(t, "avx512", Available())
	rng := rand.New(rand.NewPCG(1, 0))
	occ, sq := make([]uint64, 10_007), make([]uint8, 10_007)
	for i := range sq {
		occ[i], sq[i] = rng.Uint64()&rng.Uint64(), uint8(rng.Uint32())
	}
	got, want := make([]uint64, len(sq)), make([]uint64, len(sq))
	RookBatch(got, occ, sq)
	if softRookBatch(want, occ, sq); !slices.Equal(got, want) {
		t.Error("rooks: not what the software form says")
	}
	BishopBatch(got, occ, sq)
	if softBishopBatch(want, occ, sq); !slices.Equal(got, want) {
		t.Error("bishops: not what the software form says")
	}
}
