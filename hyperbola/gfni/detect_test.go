//go:build amd64 && !purego

package gfni

import "testing"

func TestDetect(t *testing.T) {
	const alderLake = 0x98c027ac // leaf 7, ECX; any word with bit 8 does
	for _, c := range []struct {
		avx2    bool
		leaf7   uint32
		godebug string // its last setting for the feature counts
		why     string
	}{
		{true, alderLake, "", ""},
		{true, alderLake, "cpu.avx512f=off", ""},
		{true, alderLake, "cpu.avx512gfni=off,cpu.all=on", ""},
		{true, alderLake, "cpu.avx512gfni=off", "no GFNI"},
		{true, alderLake, "gctrace=1,cpu.all=off", "no GFNI"},
		{true, alderLake &^ (1 << 8), "", "no GFNI"},
		{true, 0, "", "no GFNI"},
		{false, alderLake, "", "no AVX2"},
	} {
		if available, why := detect(c.avx2, c.leaf7, c.godebug); why != c.why || available != (c.why == "") {
			t.Errorf("AVX2 %v, leaf 7 %#x, GODEBUG %q: got %v, %q; want %q", c.avx2, c.leaf7, c.godebug, available, why, c.why)
		}
	}
}
