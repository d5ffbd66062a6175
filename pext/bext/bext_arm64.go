//go:build arm64 && linux && !purego

package bext

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// hasBEXT tells the assembly whether to use BEXT. It does not change after start-up.
var hasBEXT = detect(unix.Auxv, os.Getenv("GODEBUG"))

const whyNot = "no SVE2-BITPERM"

// detect reports whether Linux says that there is BEXT, and GODEBUG does not hide it: package cpu does not know the feature. The key is AT_HWCAP2 in
// getauxval(3), the bit HWCAP2_SVEBITPERM in arm64's asm/hwcap.h.
func detect(vector func() ([][2]uintptr, error), godebug string) (has bool) {
	pairs, _ := vector()
	for _, pair := range pairs {
		has = has || pair[0] == 26 && pair[1]>>4&1 != 0
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
