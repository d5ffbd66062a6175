package gather

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// The instructions must be what is tested and timed under the name gather, so their absence is reported, and a failure where the
// environment variable SLIDEBENCH_REQUIRE, a list of features separated by commas, names avx512.
func TestInstructions(t *testing.T) {
	if err := Available(); err != nil {
		if slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), "avx512") {
			t.Fatalf("avx512 is required: %v", err)
		}
		t.Skipf("needs avx512: %v", err)
	}
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
