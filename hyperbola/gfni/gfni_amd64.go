//go:build amd64 && !purego

package gfni

import (
	"os"
	"strings"

	"golang.org/x/sys/cpu"
)

// hasGFNI tells the assembly which way to go; why not is said by whyNot. Neither is assigned after start-up.
var hasGFNI, whyNot = detect(cpu.X86.HasAVX2, leaf7(), os.Getenv("GODEBUG"))

// detect judges by what package cpu says of AVX2, which includes the operating system's part and GODEBUG, and by the
// processor's word on GFNI: package cpu tells of that only together with AVX-512.
func detect(avx2 bool, leaf7 uint32, godebug string) (available bool, why string) {
	const gfni = 1 << 8
	switch {
	case !avx2:
		return false, "no AVX2"
	case leaf7&gfni == 0 || hidden(godebug):
		return false, "no GFNI"
	}
	return true, ""
}

// hidden tells whether the environment variable GODEBUG takes GFNI away, by the names and rules of package cpu.
func hidden(godebug string) (off bool) {
	for setting := range strings.SplitSeq(godebug, ",") {
		switch setting {
		case "cpu.avx512gfni=off", "cpu.all=off":
			off = true
		case "cpu.avx512gfni=on", "cpu.all=on":
			off = false
		}
	}
	return off
}

// leaf7 returns what CPUID leaf 7, subleaf 0 says in ECX, or 0 where there is no such leaf.
//
//go:noescape
func leaf7() (ecx uint32)

// both works like softBoth, with GFNI where there is that.
//
//go:noescape
func both(sq int, occ uint64) (rook, bishop uint64)
