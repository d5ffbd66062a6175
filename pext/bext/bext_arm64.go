//go:build arm64 && linux && !purego

package bext

import (
	"encoding/binary"
	"os"
	"strings"
)

// hasBEXT tells the assembly whether to use BEXT. It does not change after start-up.
var hasBEXT = func() bool {
	vector, _ := os.ReadFile("/proc/self/auxv")
	return detect(vector, os.Getenv("GODEBUG"))
}()

const whyNot = "no SVE2-BITPERM"

// detect reports whether the auxiliary vector says that there is BEXT, and GODEBUG does not hide it: package cpu does not know the feature. The vector
// has pairs of words; the key is AT_HWCAP2 of getauxval(3), the bit HWCAP2_SVEBITPERM of arm64's asm/hwcap.h.
func detect(vector []byte, godebug string) (has bool) {
	for ; len(vector) >= 16; vector = vector[16:] {
		has = has || binary.LittleEndian.Uint64(vector) == 26 && vector[8]>>4&1 != 0
	}
	for setting := range strings.SplitSeq(godebug, ",") {
		has = has && setting != "cpu.sve2-bitperm=off" && setting != "cpu.all=off"
	}
	return has
}

// rook works like softRook, with the instruction where there is one, and so do the others.
//
//go:noescape
func rook(sq int, occ uint64) uint64

//go:noescape
func bishop(sq int, occ uint64) uint64

//go:noescape
func both(sq int, occ uint64) (rookAttacks, bishopAttacks uint64)
