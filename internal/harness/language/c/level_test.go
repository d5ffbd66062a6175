package c

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/tiertest"
)

// If a source uses intrinsics that the build's level lacks, the error names the level that has them; other errors stay unchanged.
func TestNeedsLevel(t *testing.T) {
	tiertest.Long(t)
	if runtime.GOARCH != "amd64" {
		t.Skip("needs amd64")
	}
	board, err := os.ReadFile(filepath.Join(root, "board", "board.h"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range buildsHere(t) {
		b.Level, b.Techniques = "v2", "stranger"
		for body, says := range map[string]string{ // the beginnings of errors
			"occ ^= _pext_u64(occ, 8);": "the source needs level v3 (bmi2): build ",
			"occ ^= (uint64_t)_mm512_reduce_add_epi64(_mm512_set1_epi64((long long)occ));":                                 "the source needs level v4 (avx512f): build ",
			"occ ^= (uint64_t)_mm_cvtsi128_si64(_mm_gf2p8mul_epi8(_mm_set1_epi64x((long long)occ), _mm_setzero_si128()));": "the source needs gfni, which no level has: build ",
			"occ ^= nothing;": "build ",
		} {
			tree := t.TempDir()
			put(t, filepath.Join(tree, "board", "board.h"), string(board))
			putGuest(t, tree, "stranger", "#include <immintrin.h>", body, "")
			_, err := Compile(t.Context(), b, nil, tree, t.TempDir())
			if err == nil || !strings.HasPrefix(err.Error(), says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, %s: %v, want %q", b, body, err, says)
			}
		}
	}
}
