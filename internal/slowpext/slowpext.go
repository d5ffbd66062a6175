// Package slowpext reports whether the instruction PEXT is slow on the processor at hand. AMD's processors from Excavator
// to Zen 2, and Hygon's, execute it in microcode, at up to hundreds of cycles.
//
// No CPUID flag tells a microcoded PEXT from a fast one. So there are two rules: a table of makers and families, and timing
// against a multiply. Timing has the last word, because it also covers emulators and unknown makers.
//
// People: we do not know who was first to measure that these families are slow. [stockfish]'s scripts/get_native_properties.sh
// has a table rule: AMD's family 0x17 and, by Ciekce's change of May 2026, Excavator, of family 0x15.
package slowpext

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/cpu"
)

// Verdict is the result of a rule about PEXT.
type Verdict string

// The verdicts.
const (
	Fast          Verdict = "fast"
	Slow          Verdict = "slow"
	NotApplicable Verdict = "not applicable" // there is no PEXT: no BMI2, or a hypervisor or GODEBUG hides it
	NoVerdict     Verdict = "unknown"
)

// Report says whether PEXT is slow on this processor, which rule says so, and the times of its instructions.
type Report struct {
	ByTable  Verdict `json:"byTable"`
	ByTiming Verdict `json:"byTiming"`
	PEXT     float64 `json:"pextNs,omitempty"`     // ns per PEXT in a dependent chain, 0 if not timed
	Multiply float64 `json:"multiplyNs,omitempty"` // ns per 64-bit multiply in a dependent chain, 0 if not timed
	Agree    bool    `json:"agree"`                // neither rule contradicts the other
	Slow     bool    `json:"slow"`
	Reason   string  `json:"reason"`
}

// Detect reports on the processor at hand. The first call takes a tenth of a millisecond, or some milliseconds if PEXT is slow;
// the answer is kept. Builds without assembly (not amd64, or tag purego) cannot time PEXT, and do not know the maker.
func Detect() Report { return detect() }

var detect = sync.OnceValue(func() Report { return judge(This(), timeChains) })

// This returns the processor at hand, without its maker and family in builds without assembly.
func This() (c CPU) {
	if haveAssembly {
		c = Identify(cpuid)
	}
	c.BMI2 = cpu.X86.HasBMI2 // follows GODEBUG
	return c
}

// judge applies both rules. It calls times, for the arguments of ByTiming, only if there is a PEXT.
func judge(c CPU, times func() (pextNs, multiplyNs float64)) Report {
	r := Report{ByTable: ByTable(c.Vendor, c.Family, c.BMI2), ByTiming: NotApplicable}
	if c.BMI2 {
		r.PEXT, r.Multiply = times()
		r.ByTiming = ByTiming(r.PEXT, r.Multiply)
	}
	return r.conclude()
}

// CPU holds the facts about a processor that the table rule uses.
type CPU struct {
	Vendor string // as CPUID spells it, such as "AuthenticAMD"; empty if not known
	Family int    // with the extended family added, as makers' documents count: 0x19 is Zen 3 and Zen 4
	BMI2   bool
}

// Identify reads the CPUID instruction, or a dump of its answers on another machine. It reads only leaves up to the highest
// that leaf 0 names: beyond it, Intel's processors answer with the contents of another leaf.
func Identify(cpuid func(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)) (c CPU) {
	const (
		signatureLeaf, featureLeaf = 1, 7

		bmi2 = 1 << 8 // of EBX of the feature leaf
	)
	highest, ebx, ecx, edx := cpuid(0, 0)
	var vendor []byte
	for _, word := range []uint32{ebx, edx, ecx} {
		vendor = binary.LittleEndian.AppendUint32(vendor, word)
	}
	c.Vendor = string(vendor)
	if highest >= signatureLeaf {
		signature, _, _, _ := cpuid(signatureLeaf, 0)
		c.Family = int(signature >> 8 & 0xf)
		if c.Family == 0xf { // the highest family number: the extended family is added
			c.Family += int(signature >> 20 & 0xff)
		}
	}
	if highest >= featureLeaf {
		_, features, _, _ := cpuid(featureLeaf, 0)
		c.BMI2 = features&bmi2 != 0
	}
	return c
}

// ByTable is the rule by maker and family: AMD from Excavator (family 0x15) to Zen 2 (0x17), and Hygon's Zen (0x18), have PEXT
// in microcode, up to about 290 cycles by the mask's size [abel]; Intel since Haswell and AMD since Zen 3 (0x19) have it in hardware.
func ByTable(vendor string, family int, bmi2 bool) Verdict {
	switch {
	case !bmi2:
		return NotApplicable
	case vendor == "AuthenticAMD" && (family == 0x15 || family == 0x17), vendor == "HygonGenuine" && family == 0x18:
		return Slow
	case vendor == "GenuineIntel", vendor == "AuthenticAMD" && family >= 0x19:
		return Fast
	}
	return NoVerdict
}

// slowRatio is the limit between fast and slow. In hardware PEXT takes the 3 cycles of a multiply. In microcode its time grows
// with the bits of the mask, 12 in timeChains: the PDEP of Zen+, its twin, takes 37 cycles for 8 bits and 69 for 16 (as
// measured in llvm/llvm-project pull request 217304).
const slowRatio = 4

// ByTiming is the rule by the time of a PEXT and of a multiply, in ns per instruction of a dependent chain, 0 if not timed.
func ByTiming(pextNs, multiplyNs float64) Verdict {
	switch {
	case pextNs <= 0 || multiplyNs <= 0:
		return NoVerdict
	case pextNs >= slowRatio*multiplyNs:
		return Slow
	}
	return Fast
}

// conclude sets Agree, Slow and Reason from the two verdicts.
func (r Report) conclude() Report {
	table := "the table of CPU families does not know this CPU"
	if known(r.ByTable) {
		table = fmt.Sprintf("the table of CPU families says %s", r.ByTable)
	}
	timing := "this build has no assembly to time it with, or no clock that is fine enough"
	if known(r.ByTiming) {
		timing = fmt.Sprintf("timing says %s (%.2f ns per PEXT, %.2f ns per multiply)", r.ByTiming, r.PEXT, r.Multiply)
	}
	r.Agree = r.ByTable == r.ByTiming || !known(r.ByTable) || !known(r.ByTiming)
	r.Slow = r.ByTiming == Slow || !known(r.ByTiming) && r.ByTable == Slow
	switch {
	case r.ByTable == NotApplicable:
		r.Reason = "no BMI2: there is no PEXT to use"
	case !r.Agree:
		r.Reason = table + ", but " + timing + ", which counts"
	default:
		r.Reason = table + "; " + timing
	}
	return r
}

func known(v Verdict) bool { return v == Fast || v == Slow } // about a PEXT that is there

// timeChains returns the median ns per instruction of dependent PEXTs and multiplies, timed in turns so that a change
// of frequency affects both; 0, 0 in a build without the chains. BMI2 must be present.
func timeChains() (pext, multiply float64) {
	if !haveAssembly {
		return 0, 0
	}
	// The mask has 12 bits, as many as a rook's in the corner. They are the low bits, so that the value survives each PEXT.
	const mask, steps, repeats = 1<<12 - 1, 4096, 9
	var p, m [repeats]float64
	for i := range repeats {
		start := time.Now()
		pextChain(mask, steps)
		between := time.Now()
		multiplyChain(mask, steps)
		p[i] = float64(between.Sub(start).Nanoseconds()) / steps
		m[i] = float64(time.Since(between).Nanoseconds()) / steps
	}
	slices.Sort(p[:])
	slices.Sort(m[:])
	return p[repeats/2], m[repeats/2]
}
