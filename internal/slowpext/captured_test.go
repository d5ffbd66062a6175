package slowpext

import (
	"testing"
)

// registers are what CPUID leaves in EAX, EBX, ECX and EDX.
type registers [4]uint32

// captured holds the leaves 0, 1 and 7 of processors. Sources, by the letter of each row:
//
//	i  dumps by InstLatx64, as packed into github.com/klauspost/cpuid/v2 v2.0.9, testdata/cpuid_data.zip
//	g  such a dump, as quoted in github.com/google/cpu_features, test/cpuinfo_x86_test.cc
//	x  the raw policy that xen-cpuid --policy printed on it, in a mail to xen-devel
//	h  the Haswell of this table, with what a hypervisor may make of it
//	p  pieced together: the maker's name and the signature (leaf 1, EAX; of Zhaoxin's, the family) are certain, EBX of leaf 7 is a
//	   published value where a comment says so and otherwise the bit of BMI2 alone, and the rest is 0
var captured = []struct {
	about, source string
	leaves        map[uint32]registers

	vendor         string
	family         int
	bmi2           bool
	table          Verdict
	pext, multiply float64 // ns that are plausible there: 52 or 3 cycles at 4 GHz
	slow           bool
}{
	{"AMD Piledriver, FX (Vishera)", "i",
		leaves(amd(0xd), registers{0x00600f20, 0x00080800, 0x3e98320b, 0x178bfbff}, registers{0, 0x00000008, 0, 0}),
		"AuthenticAMD", 0x15, false, NotApplicable, 0, 0, false},
	{"AMD Excavator, Carrizo", "i",
		leaves(amd(0xd), registers{0x00660f51, 0x00040800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x000001a9, 0, 0}),
		"AuthenticAMD", 0x15, true, Slow, 13, 0.75, true},
	{"AMD Excavator, Stoney Ridge", "g",
		leaves(amd(0xd), registers{0x00670f00, 0x00020800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x000001a9, 0, 0}),
		"AuthenticAMD", 0x15, true, Slow, 13, 0.75, true},
	{"AMD Zen, Naples", "i",
		leaves(amd(0xd), registers{0x00800f12, 0x00400800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x209c01a9, 0, 0}),
		"AuthenticAMD", 0x17, true, Slow, 13, 0.75, true},
	{"AMD Zen+, Pinnacle Ridge", "i",
		leaves(amd(0xd), registers{0x00800f82, 0x00100800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x209c01a9, 0, 0}),
		"AuthenticAMD", 0x17, true, Slow, 13, 0.75, true},
	{"AMD Zen 2, Castle Peak", "i",
		leaves(amd(0x10), registers{0x00830f10, 0x00400800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x219c91a9, 0x00400004, 0}),
		"AuthenticAMD", 0x17, true, Slow, 13, 0.75, true},
	{"Hygon Dhyana", "i",
		leaves(hygon(0xd), registers{0x00900f02, 0x00100800, 0x74d83209, 0x178bfbff}, registers{0, 0x009c01a9, 0, 0}),
		"HygonGenuine", 0x18, true, Slow, 13, 0.75, true},
	{"AMD Zen 3, Vermeer", "g",
		leaves(amd(0x10), registers{0x00a20f10, 0x01180800, 0x7ed8320b, 0x178bfbff}, registers{0, 0x219c97a9, 0x0040068c, 0}),
		"AuthenticAMD", 0x19, true, Fast, 0.75, 0.75, false},
	// EBX of leaf 7 as OpenSSL prints it on Zen 4 (OPENSSL_ia32cap) and as a probe read it on a Ryzen 7 9800X3D.
	{"AMD Zen 4, Raphael", "p",
		leaves(amd(0x10), registers{0x00a60f12, 0, 0, 0}, registers{0, 0xf1bf97a9, 0, 0}),
		"AuthenticAMD", 0x19, true, Fast, 0.75, 0.75, false},
	{"AMD Zen 5, Granite Ridge", "p",
		leaves(amd(0x10), registers{0x00b40f40, 0, 0, 0}, registers{0, 0xf1bf97a9, 0, 0}),
		"AuthenticAMD", 0x1a, true, Fast, 0.75, 0.75, false},
	{"Intel Ivy Bridge", "i",
		leaves(intel(0xd), registers{0x000306a9, 0x00100800, 0x7f9ae3bf, 0xbfebfbff}, registers{0, 0x00000281, 0, 0}),
		"GenuineIntel", 6, false, NotApplicable, 0, 0, false},
	{"Intel Haswell", "i",
		leaves(intel(0xd), registers{0x000306c3, 0x00100800, 0x7ffafbff, 0xbfebfbff}, registers{0, 0x000027ab, 0, 0}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"Intel Broadwell", "i",
		leaves(intel(0x14), registers{0x000306d4, 0x00100800, 0x7ffafbff, 0xbfebfbff}, registers{0, 0x021c27ab, 0, 0}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"Intel Skylake", "i",
		leaves(intel(0x16), registers{0x000506e3, 0x00100800, 0x7ffafbff, 0xbfebfbff}, registers{0, 0x029c67af, 0, 0}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"Intel Ice Lake", "i",
		leaves(intel(0x1b), registers{0x000706e5, 0x00100800, 0x7ffafbbf, 0xbfebfbff}, registers{0, 0xf2bf27ef, 0x40405f4e, 0xbc000410}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"Intel Alder Lake", "x",
		leaves(intel(0x20), registers{0x00090672, 0x00800800, 0x77fafbff, 0xbfebfbff}, registers{2, 0x239c27eb, 0x98c027ac, 0xfc1cc410}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"Intel Sapphire Rapids", "p",
		leaves(intel(0x20), registers{0x000806f8, 0, 0, 0}, registers{0, 1 << 8, 0, 0}),
		"GenuineIntel", 6, true, Fast, 0.75, 0.75, false},
	{"VIA Isaiah (CNR), if it were slow", "i",
		leaves(centaur(0xd), registers{0x000006fe, 0x00040800, 0x76fa63ab, 0xbfcbfbff}, registers{0, 0x000c25ab, 0, 0}),
		"CentaurHauls", 6, true, NoVerdict, 13, 0.75, true},
	{"VIA Nano (CNA), whose leaf 7 is empty", "i",
		leaves(centaur(0xa), registers{0x000006f1, 0x00010800, 0x000063a9, 0xafc9fbff}, registers{}),
		"CentaurHauls", 6, false, NotApplicable, 0, 0, false},
	{"Zhaoxin, if it were fast", "p",
		leaves(zhaoxin(0xd), registers{0x00000700, 0, 0, 0}, registers{0, 1 << 8, 0, 0}),
		"  Shanghai  ", 7, true, NoVerdict, 0.75, 0.75, false},
	{"Haswell, BMI2 hidden by a hypervisor", "h",
		leaves(intel(0xd), registers{0x000306c3, 0x00100800, 0xfffafbff, 0xbfebfbff}, registers{0, 0x000027ab &^ (1 << 8), 0, 0}),
		"GenuineIntel", 6, false, NotApplicable, 0, 0, false},
	{"Haswell, leaves after 4 hidden by a hypervisor", "h",
		leaves(intel(4), registers{0x000306c3, 0x00100800, 0xfffafbff, 0xbfebfbff}, registers{0, 0x000027ab, 0, 0}),
		"GenuineIntel", 6, false, NotApplicable, 0, 0, false},
	{"a signature whose extended family does not count, as the other one is not full", "p",
		leaves(intel(7), registers{0x0ff006f0, 0, 0, 0}, registers{}),
		"GenuineIntel", 6, false, NotApplicable, 0, 0, false},
	{"a 486 with leaf 0 alone", "p",
		leaves(intel(0), registers{0x00000480, 0, 0, 0}, registers{0, 1 << 8, 0, 0}),
		"GenuineIntel", 0, false, NotApplicable, 0, 0, false},
}

// leaves returns the leaves 0, 1 and 7 by their numbers.
func leaves(zero, one, seven registers) map[uint32]registers {
	return map[uint32]registers{0: zero, 1: one, 7: seven}
}

// Leaf 0 holds the highest leaf and the maker's name.
func amd(highest uint32) registers     { return registers{highest, 0x68747541, 0x444d4163, 0x69746e65} }
func hygon(highest uint32) registers   { return registers{highest, 0x6f677948, 0x656e6975, 0x6e65476e} }
func intel(highest uint32) registers   { return registers{highest, 0x756e6547, 0x6c65746e, 0x49656e69} }
func centaur(highest uint32) registers { return registers{highest, 0x746e6543, 0x736c7561, 0x48727561} }
func zhaoxin(highest uint32) registers { return registers{highest, 0x68532020, 0x20206961, 0x68676e61} }

// Identify reads the captured leaves and asks for no others, and judge times only a PEXT that is there.
func TestCaptured(t *testing.T) {
	for _, c := range captured {
		cpu := Identify(func(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32) {
			r, ok := c.leaves[leaf]
			if !ok || subleaf != 0 {
				t.Errorf("%s: leaf %d, subleaf %d is asked", c.about, leaf, subleaf)
			}
			return r[0], r[1], r[2], r[3]
		})
		if want := (CPU{c.vendor, c.family, c.bmi2}); cpu != want {
			t.Errorf("%s: got %+v, want %+v", c.about, cpu, want)
		}
		timed := false
		r := judge(cpu, func() (pextNs, multiplyNs float64) {
			timed = true
			return c.pext, c.multiply
		})
		if r.ByTable != c.table || r.Slow != c.slow || !r.Agree {
			t.Errorf("%s: got %+v, want %q by table, slow %v, both rules agreeing", c.about, r, c.table, c.slow)
		}
		if timed != c.bmi2 {
			t.Errorf("%s: PEXT is executed: %v; there is one: %v", c.about, timed, c.bmi2)
		}
	}
}
