//go:build amd64 && !purego

package gfni

import (
	"os"
	"strings"

	"golang.org/x/sys/cpu"
)

// hasGFNI tells the assembly whether to use GFNI; whyNot says why not. Neither changes after start-up.
var hasGFNI, whyNot = detect(cpu.X86.HasAVX2, leaf7(), os.Getenv("GODEBUG"))

// detect reports whether GFNI is available, and why not. avx2 comes from package cpu, which also looks at the operating
// system and GODEBUG. The bit for GFNI comes from the processor, because package cpu reports GFNI only together with AVX-512.
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

// hidden reports whether the environment variable GODEBUG hides GFNI, by the names and rules of package cpu.
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

// leaf7 returns ECX of CPUID leaf 7, subleaf 0, or 0 if the processor has no leaf 7.
//
//go:noescape
func leaf7() (ecx uint32)

// both works like softBoth, with GFNI if the processor has it.
//
//go:noescape
func both(sq int, occ uint64) (rook, bishop uint64)
