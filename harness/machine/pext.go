package machine

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/klauspost/cpuid/v2"
)

// Verdict is what one rule says about PEXT.
type Verdict string

// The verdicts.
const (
	Fast          Verdict = "fast"
	Slow          Verdict = "slow"
	NotApplicable Verdict = "not applicable" // no BMI2, or hidden by a hypervisor: PEXT would be an illegal instruction
	NoVerdict     Verdict = Unknown
)

// PEXTReport says whether PEXT is slow here, by whom that is known, and what it costs.
type PEXTReport struct {
	ByTable  Verdict `json:"byTable"`
	ByTiming Verdict `json:"byTiming"`
	PEXT     float64 `json:"pextNs,omitempty"`     // ns per PEXT in a dependent chain, 0 if not timed
	Multiply float64 `json:"multiplyNs,omitempty"` // ns per 64-bit multiply in a dependent chain, 0 if not timed
	Agree    bool    `json:"agree"`                // neither rule contradicts the other
	Slow     bool    `json:"slow"`
	Reason   string  `json:"reason"`
}

// PEXT reports on the PEXT instruction. No CPUID flag tells a microcoded PEXT from a fast one, so it is known by a table
// of CPU families and confirmed by timing, which has the last word: it also sees emulators and unknown makers. The timing
// takes a tenth of a millisecond, some milliseconds where PEXT is slow, once per process.
var PEXT = sync.OnceValue(func() PEXTReport {
	bmi2 := cpuid.CPU.Has(cpuid.BMI2)
	r := PEXTReport{ByTable: pextByTable(vendor(), cpuid.CPU.Family, bmi2), ByTiming: NotApplicable}
	if bmi2 {
		r.PEXT, r.Multiply = timeChains()
		r.ByTiming = pextByTiming(r.PEXT, r.Multiply)
	}
	return r.conclude()
})

// pextByTable knows the makers' habits: AMD from Excavator (family 0x15) to Zen 2 (0x17), and Hygon's Zen (0x18), microcode
// PEXT, up to about 290 cycles by the mask's size; Intel since Haswell and AMD since Zen 3 (0x19) have it in hardware.
func pextByTable(vendor string, family int, bmi2 bool) Verdict {
	switch {
	case !bmi2:
		return NotApplicable
	case vendor == "AMD" && (family == 0x15 || family == 0x17), vendor == "Hygon" && family == 0x18:
		return Slow
	case vendor == "Intel", vendor == "AMD" && family >= 0x19:
		return Fast
	}
	return NoVerdict
}

// slowPEXTRatio divides fast from slow. Where PEXT is hardware it takes the 3 cycles of a multiply. As microcode it grows
// with the bits of the mask, 12 in timeChains: the PDEP of Zen+, its twin, takes 37 cycles for 8 bits and 69 for 16 (as
// measured in llvm/llvm-project pull request 217304).
const slowPEXTRatio = 4

// pextByTiming judges two figures in ns per instruction, 0 where not measured.
func pextByTiming(pext, multiply float64) Verdict {
	switch {
	case pext <= 0 || multiply <= 0:
		return NoVerdict
	case pext >= slowPEXTRatio*multiply:
		return Slow
	}
	return Fast
}

// conclude draws Agree, Slow and Reason from the two verdicts.
func (r PEXTReport) conclude() PEXTReport {
	table := "the table of CPU families does not know this CPU"
	if known(r.ByTable) {
		table = fmt.Sprintf("the table of CPU families says %s", r.ByTable)
	}
	timing := "this build has no assembly to time it with"
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

func known(v Verdict) bool { return v == Fast || v == Slow }

// timeChains returns the median ns per instruction of dependent PEXTs and multiplies, timed in turns so that a change
// of frequency meets both; 0, 0 in a build without the chains. BMI2 must be present.
func timeChains() (pext, multiply float64) {
	if !haveChains {
		return 0, 0
	}
	// The mask has 12 bits, as many as a rook's in the corner, and they are the low ones, so that the value survives each PEXT.
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
