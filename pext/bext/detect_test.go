//go:build arm64 && linux && !purego

package bext

import (
	"encoding/binary"
	"testing"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		words   []uint64 // pairs of key and value: 16 is AT_HWCAP, 26 AT_HWCAP2, whose bit 4 says that there is BEXT
		godebug string
		want    bool
	}{
		{[]uint64{16, ^uint64(0), 26, 1 << 4}, "", true},
		{[]uint64{16, ^uint64(0), 26, 1 << 4}, "cpu.sve2=on,gctrace=1", true},
		{[]uint64{16, ^uint64(0), 26, 1 << 4}, "gctrace=1,cpu.sve2-bitperm=off", false},
		{[]uint64{16, ^uint64(0), 26, 1 << 4}, "cpu.all=off", false},
		{[]uint64{16, ^uint64(0), 26, ^uint64(1 << 4)}, "", false}, // SVE2 without BEXT
		{[]uint64{16, ^uint64(0)}, "", false},
		{[]uint64{26}, "", false}, // a key without its value
		{nil, "", false},
	} {
		var vector []byte
		for _, word := range c.words {
			vector = binary.LittleEndian.AppendUint64(vector, word)
		}
		if got := detect(vector, c.godebug); got != c.want {
			t.Errorf("vector %#x, GODEBUG %q: got %v, want %v", c.words, c.godebug, got, c.want)
		}
	}
}
