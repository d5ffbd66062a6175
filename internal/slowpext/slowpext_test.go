package slowpext

import (
	"math/bits"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

// The table knows makers' families, and nothing is slow without BMI2.
func TestByTable(t *testing.T) {
	for _, c := range []struct {
		about, vendor string
		family        int
		bmi2          bool
		want          Verdict
	}{
		{"Excavator", "AuthenticAMD", 0x15, true, Slow},
		{"Piledriver", "AuthenticAMD", 0x15, false, NotApplicable},
		{"Zen to Zen 2", "AuthenticAMD", 0x17, true, Slow},
		{"Zen 3 and Zen 4", "AuthenticAMD", 0x19, true, Fast},
		{"Zen 5", "AuthenticAMD", 0x1a, true, Fast},
		{"Zen 4, BMI2 hidden by a hypervisor", "AuthenticAMD", 0x19, false, NotApplicable},
		{"Dhyana", "HygonGenuine", 0x18, true, Slow},
		{"an AMD family that does not exist", "AuthenticAMD", 0x18, true, NoVerdict},
		{"Haswell to Granite Rapids", "GenuineIntel", 6, true, Fast},
		{"Diamond Rapids", "GenuineIntel", 19, true, Fast},
		{"Ivy Bridge", "GenuineIntel", 6, false, NotApplicable},
		{"VIA", "CentaurHauls", 6, true, NoVerdict},
		{"Zhaoxin", "  Shanghai  ", 7, true, NoVerdict},
		{"nobody", "", 0, false, NotApplicable},
	} {
		if got := ByTable(c.vendor, c.family, c.bmi2); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
}

// A PEXT that takes slowRatio times as long as a multiply, or longer, is slow.
func TestByTiming(t *testing.T) {
	for _, c := range []struct {
		about          string
		pext, multiply float64 // ns
		want           Verdict
	}{
		{"3 cycles each at 4 GHz", 0.75, 0.75, Fast},
		{"a little noise", 1.9, 0.75, Fast},
		{"18 cycles against 3", 4.5, 0.75, Slow},
		{"exactly the ratio", 4, 1, Slow},
		{"an emulator", 90, 1.2, Slow},
		{"not timed", 0, 0, NoVerdict},
		{"a clock too coarse for the multiplies", 1, 0, NoVerdict},
	} {
		if got := ByTiming(c.pext, c.multiply); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
}

// Timing decides where it has a verdict, and the reason names both rules.
func TestConclusion(t *testing.T) {
	for _, c := range []struct {
		table, timing Verdict
		agree, slow   bool
		reason        string
	}{
		{Fast, Fast, true, false, "table of CPU families says fast; timing says fast"},
		{Slow, Slow, true, true, "timing says slow"},
		{Fast, Slow, false, true, "says fast, but timing says slow"},
		{Slow, Fast, false, false, "says slow, but timing says fast"},
		{NoVerdict, Slow, true, true, "does not know this CPU; timing says slow"},
		{NoVerdict, Fast, true, false, "does not know this CPU; timing says fast"},
		{Slow, NoVerdict, true, true, "no assembly"},
		{Fast, NoVerdict, true, false, "no assembly"},
		{NoVerdict, NoVerdict, true, false, "does not know this CPU; this build has no assembly"},
		{NotApplicable, NotApplicable, true, false, "no BMI2"},
	} {
		r := Report{ByTable: c.table, ByTiming: c.timing}.conclude()
		if r.Agree != c.agree || r.Slow != c.slow || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("table %s, timing %s: got agree %v, slow %v, %q; want %v, %v, %q",
				c.table, c.timing, r.Agree, r.Slow, r.Reason, c.agree, c.slow, c.reason)
		}
	}
}

// Detect always reports the same, and has a verdict by timing where this build can time a PEXT, and none for a PEXT that is not there or that GODEBUG hides.
func TestDetect(t *testing.T) {
	r := Detect()
	if r != Detect() {
		t.Error("two reports differ")
	}
	if os.Getenv(hides) != "" && cpu.X86.HasBMI2 {
		t.Error("GODEBUG does not hide BMI2")
	}
	if !cpu.X86.HasBMI2 {
		if r.ByTable != NotApplicable || r.ByTiming != NotApplicable || r.Slow {
			t.Errorf("without BMI2: %+v", r)
		}
		return
	}
	if haveAssembly && (!known(r.ByTiming) || r.PEXT <= 0 || r.Multiply <= 0) {
		t.Errorf("not timed: %+v", r)
	}
	if !haveAssembly && (r.ByTable != NoVerdict || r.ByTiming != NoVerdict) {
		t.Errorf("known without assembly: %+v", r)
	}
}

// A BMI2 that GODEBUG hides does not count. It is read when a process starts, so this takes another one.
func TestHiddenByGODEBUG(t *testing.T) {
	if !cpu.X86.HasBMI2 {
		t.Skip("no BMI2 to hide")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDetect$")
	cmd.Env = append(os.Environ(), "GODEBUG=cpu.bmi2=off", hides+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("with BMI2 hidden: %v\n%s", err, out)
	}
}

// hides is set in the environment of a process in which there must be no BMI2.
const hides = "SLOWPEXT_TEST_HIDES"

// Identify reads from this processor a maker, a family, and the BMI2 that golang.org/x/sys/cpu finds.
func TestCPUID(t *testing.T) {
	if !haveAssembly {
		t.Skip("no assembly in this build")
	}
	c := Identify(cpuid)
	if len(c.Vendor) != 12 || strings.ContainsRune(c.Vendor, 0) {
		t.Errorf("vendor %q", c.Vendor)
	}
	if c.Family <= 0 {
		t.Errorf("family %d", c.Family)
	}
	if hidden := strings.Contains(os.Getenv("GODEBUG"), "cpu."); c.BMI2 != cpu.X86.HasBMI2 && !hidden {
		t.Errorf("BMI2: CPUID says %v, package cpu says %v", c.BMI2, cpu.X86.HasBMI2)
	}
}

// The chains give the results of PEXTs and multiplies, n of them: so these are timed.
func TestChains(t *testing.T) {
	if !haveAssembly || !cpu.X86.HasBMI2 {
		t.Skip("no assembly in this build, or no BMI2")
	}
	extract := func(x, mask uint64) (y uint64) { // PEXT, bit by bit
		for i := 0; mask != 0; i++ {
			y |= x >> bits.TrailingZeros64(mask) & 1 << i
			mask &= mask - 1
		}
		return y
	}
	for _, m := range []uint64{0, 1, 1<<12 - 1, 0x8000_0000_0000_0001, 0x0010_1010_6e10_1000, 0xaaaa_aaaa_aaaa_aaaa, ^uint64(0)} {
		pext, product := ^uint64(0), ^uint64(0)
		for n := 1; n <= 4; n++ {
			pext, product = extract(pext, m), product*m
			if got := pextChain(m, n); got != pext {
				t.Errorf("%d PEXTs with %#x: got %#x, want %#x", n, m, got, pext)
			}
			if got := multiplyChain(m, n); got != product {
				t.Errorf("%d multiplies by %#x: got %#x, want %#x", n, m, got, product)
			}
		}
	}
}

// Where the rules differ, as under an emulator, which shows the leaves of a CPU and takes its own time, timing decides.
func TestTimingHasTheLastWord(t *testing.T) {
	for _, c := range []struct {
		about          string
		cpu            CPU
		pext, multiply float64
		slow           bool
		reason         string
	}{
		{"an emulator that says it is a Haswell", CPU{"GenuineIntel", 6, true}, 90, 1.2, true, "says fast, but timing says slow"},
		{"Zen 3 timed, Zen 2 shown by a hypervisor", CPU{"AuthenticAMD", 0x17, true}, 0.8, 0.8, false, "says slow, but timing says fast"},
		{"a table rule without timing", CPU{"AuthenticAMD", 0x17, true}, 0, 0, true, "says slow; this build has no assembly"},
		{"a build without assembly, which knows no maker", CPU{"", 0, true}, 0, 0, false, "does not know this CPU; this build has no assembly"},
	} {
		r := judge(c.cpu, func() (pextNs, multiplyNs float64) { return c.pext, c.multiply })
		if r.Slow != c.slow || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s: got %+v, want slow %v, because %q", c.about, r, c.slow, c.reason)
		}
		if timed := c.pext != 0; r.Agree == timed { // where both rules speak here, they differ
			t.Errorf("%s: agree is %v", c.about, r.Agree)
		}
	}
}
