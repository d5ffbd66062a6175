package machine

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// A machine's folder has a short name, made of brand and microarchitecture.
func TestSlug(t *testing.T) {
	for _, c := range []struct {
		f    Fingerprint
		want string
	}{
		{Fingerprint{Vendor: "Intel", CPU: "Intel(R) Xeon(R) Processor", Family: 6, Model: 0x8f, Microarchitecture: "Sapphire Rapids", VM: true},
			"intel-xeon-sapphire-rapids-vm"},
		{Fingerprint{Vendor: "Intel", CPU: "Intel(R) Xeon(R) Processor @ 2.60GHz", Family: 6, Model: 167, Microarchitecture: Unknown, VM: true},
			"intel-xeon-family-6-model-167-vm"},
		{Fingerprint{Vendor: "AMD", CPU: "AMD EPYC", Family: 0x19, Microarchitecture: "Zen 4", VM: true}, "amd-epyc-zen-4-vm"},
		{Fingerprint{Vendor: "AMD", CPU: "AMD EPYC 7763 64-Core Processor", Microarchitecture: "Zen 3"}, "amd-epyc-7763-zen-3"},
		{Fingerprint{Vendor: "AMD", CPU: "AMD Ryzen 7 7840U w/ Radeon 780M Graphics", Microarchitecture: "Zen 4"}, "amd-ryzen-7-7840u-zen-4"},
		{Fingerprint{Vendor: "Intel", CPU: "12th Gen Intel(R) Core(TM) i7-12700K", Microarchitecture: "Alder Lake"}, "intel-core-i7-12700k-alder-lake"},
		{Fingerprint{Vendor: "Intel", CPU: "Intel Xeon Processor (Skylake, IBRS)", Microarchitecture: "Skylake", VM: true}, "intel-xeon-skylake-vm"},
		{Fingerprint{Vendor: "AMD", CPU: "QEMU Virtual CPU version 2.5+", Family: 15, Model: 107, Microarchitecture: Unknown, VM: true},
			"amd-qemu-virtual-2-5-family-15-model-107-vm"},
		{Fingerprint{Vendor: "ARM", CPU: "ARM Neoverse N1", Microarchitecture: "Neoverse N1", Arch: "arm64", VM: true}, "arm-neoverse-n1-vm"},
		{Fingerprint{Vendor: "IBM", CPU: "IBM z16", Microarchitecture: Unknown, Arch: "s390x"}, "ibm-z16-s390x"},
		{Fingerprint{Vendor: Unknown, CPU: "sifive u74-mc", Microarchitecture: Unknown, Arch: "riscv64"}, "sifive-u74-mc-riscv64"},
		{Fingerprint{Vendor: Unknown, CPU: "riscv64", Microarchitecture: Unknown, Arch: "riscv64"}, "riscv64"},
		{Fingerprint{Vendor: "Apple", CPU: "Apple M2 Pro", Family: -634136515, Microarchitecture: Unknown, Arch: "arm64"}, "apple-m2-pro"},
		{Fingerprint{Vendor: Unknown, Microarchitecture: Unknown, Arch: "riscv64"}, "unknown-riscv64"},
	} {
		if got := c.f.Slug(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.f.CPU, got, c.want)
		}
	}
}

// Whatever the brand contains, its slug is a name for a folder.
func FuzzSlug(f *testing.F) {
	f.Add("AMD", "AMD Ryzen AI 9 HX 370 w/ Radeon 890M", 0x1a)
	f.Add("", "../../etc (((@ with -core", -1)
	folder := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	f.Fuzz(func(t *testing.T, vendor, brand string, family int) {
		machine := Fingerprint{Vendor: vendor, CPU: brand, Family: family, Microarchitecture: Unknown, Arch: "amd64"}
		if vendor == "Apple" {
			return // only Apple's slug has nothing but the brand
		}
		if slug := machine.Slug(); !folder.MatchString(slug) {
			t.Errorf("%q %q: %q is no name for a folder", vendor, brand, slug)
		}
	})
}

// The feature set and the levels of GOAMD64 follow from the processor's features.
func TestFeatureSetAndLevels(t *testing.T) {
	for _, c := range []struct {
		about, arch, has string // has: the processor's flags
		slow             bool   // PEXT is microcoded
		level            int    // the highest that the processor runs
		set              string
		levels           []string
	}{
		{"Sapphire Rapids", "amd64", "bmi2 avx2 avx512f avx512bw avx512cd avx512dq avx512vl gfni", false, 4, "bmi2+avx2+avx512+gfni", []string{"v1", "v2", "v3", "v4"}},
		{"Alder Lake", "amd64", "bmi2 avx2 gfni", false, 3, "bmi2+avx2+gfni", []string{"v1", "v2", "v3"}},
		{"Zen 3", "amd64", "bmi2 avx2", false, 3, "bmi2+avx2", []string{"v1", "v2", "v3"}},
		{"Zen 2", "amd64", "bmi2 avx2", true, 3, "slowpext+avx2", []string{"v1", "v2", "v3"}},
		{"Knights Landing, without BW, DQ and VL", "amd64", "bmi2 avx2 avx512f avx512cd", false, 3, "bmi2+avx2", []string{"v1", "v2", "v3"}},
		{"Nehalem", "amd64", "popcnt", false, 2, "baseline", []string{"v1", "v2"}},
		{"a 386 build on Zen 3", "386", "", false, 0, "baseline", nil},
		{"Neoverse N1", "arm64", "asimd", false, 0, "asimd", nil},
		{"Neoverse N2", "arm64", "asimd sve2 sve2-bitperm", false, 0, "asimd+sve2+sve2-bitperm", nil},
		{"SVE2 without BEXT", "arm64", "asimd sve2", false, 0, "asimd+sve2", nil},
	} {
		f := Fingerprint{Arch: c.arch, SlowPEXT: c.slow, X86Level: c.level, Features: map[string]bool{}}
		for name := range strings.FieldsSeq(c.has) {
			f.Features[name] = true
		}
		if got := f.FeatureSet(); got != c.set {
			t.Errorf("%s: got %q, want %q", c.about, got, c.set)
		}
		if got := f.Levels(); !slices.Equal(got, c.levels) {
			t.Errorf("%s: got levels %v, want %v", c.about, got, c.levels)
		}
	}
}

// GODEBUG hides features by their names, all at once by all, and the last setting counts.
func TestHiddenFeatures(t *testing.T) {
	for _, c := range []struct {
		godebug, name string
		want          bool
	}{
		{"", "bmi2", false},
		{"cpu.bmi2=off", "bmi2", true},
		{"cpu.bmi2=off", "avx2", false},
		{"gctrace=1,cpu.avx2=off,madvdontneed=1", "avx2", true},
		{"cpu.all=off", "bmi2", true},
		{"cpu.all=off,cpu.bmi2=on", "bmi2", false},
		{"cpu.bmi2=on,cpu.all=off", "bmi2", true},
		{"bmi2=off", "bmi2", false},
		{"cpu.avx512gfni=off", "gfni", true}, // as golang.org/x/sys/cpu spells it
	} {
		if got := hiddenFeatures(c.godebug)(c.name); got != c.want {
			t.Errorf("GODEBUG=%s hides %s: got %v, want %v", c.godebug, c.name, got, c.want)
		}
	}
	t.Setenv("GODEBUG", "cpu.all=off")
	if f := Detect(); len(f.Restricted) == 0 && len(f.Features) != 0 || f.FeatureSet() != Baseline {
		t.Errorf("with all features hidden: feature set %q, restricted %v", f.FeatureSet(), f.Restricted)
	}
}

// Features that Hide hides are gone from this machine's fingerprint, level and slug, with all features that need them.
func TestHide(t *testing.T) {
	t.Setenv("GODEBUG", "")
	open := Detect()
	for _, c := range []struct {
		without []string
		gone    []string // the features that are hidden then
		level   int      // the highest level that needs none of them
	}{
		{nil, nil, 4},
		{[]string{"gfni"}, []string{"gfni"}, 4},
		{[]string{"avx512"}, []string{"avx512"}, 3},
		{[]string{"avx2"}, []string{"avx2", "avx512", "gfni"}, 2},
		{[]string{"bmi2"}, []string{"bmi2"}, 2},
		{[]string{"bmi2", "avx2"}, []string{"bmi2", "avx2", "avx512", "gfni"}, 2},
		{[]string{"sve2-bitperm"}, []string{"sve2-bitperm"}, 4},
		{[]string{"asimd"}, []string{"asimd", "sve2", "sve2-bitperm"}, 4},
	} {
		if slices.ContainsFunc(c.without, func(name string) bool { return !slices.Contains(Features, name) }) {
			continue // a feature of other architectures
		}
		t.Setenv("GODEBUG", "gctrace=0")
		if err := Hide(c.without); err != nil {
			t.Fatal(err)
		}
		got := Detect()
		level, slug := open.X86Level, open.Slug()
		for _, feature := range Features {
			hidden := slices.Contains(c.gone, feature)
			if want := open.Has(feature) && !hidden; got.Has(feature) != want {
				t.Errorf("without %v: %s is there: %v, want %v", c.without, feature, got.Has(feature), want)
			}
			if hidden && open.Has(feature) {
				level = min(level, c.level)
				if !strings.Contains(slug, "-without-") {
					slug += "-without"
				}
				slug += "-" + feature
			}
		}
		if got.X86Level != level || got.Slug() != slug {
			t.Errorf("without %v: level %d of %s, want %d of %s", c.without, got.X86Level, got.Slug(), level, slug)
		}
	}
	if err := Hide([]string{"bmi3"}); err == nil || !strings.Contains(err.Error(), `"bmi3"`) {
		t.Errorf("an unknown feature: %v", err)
	}
}

// A machine cannot hide features that it lacks, so levels and slugs with hidden features are also tried on invented machines.
func TestRestricted(t *testing.T) {
	for _, c := range []struct {
		restricted []string // flags
		level      int      // of GOAMD64, on a processor of level 4
		slug       string
	}{
		{nil, 4, "x"},
		{[]string{"gfni"}, 4, "x-without-gfni"},
		{[]string{"avx512f", "avx512vl"}, 3, "x-without-avx512"},
		{[]string{"avx512vl"}, 3, "x-without-avx512"}, // a part of the feature is enough
		{[]string{"bmi2"}, 2, "x-without-bmi2"},
		{[]string{"avx2", "avx512f", "gfni", "bmi2"}, 2, "x-without-bmi2-avx2-avx512-gfni"},
		{[]string{"popcnt", "lzcnt"}, 1, "x"},
		{[]string{"sve2", "sve2-bitperm"}, 4, "x-without-sve2-sve2-bitperm"},
	} {
		f := Fingerprint{CPU: "x", Vendor: "x", Microarchitecture: "", Restricted: c.restricted}
		if got := f.level(4); got != c.level || f.Slug() != c.slug {
			t.Errorf("%v: level %d, slug %s, want %d, %s", c.restricted, got, f.Slug(), c.level, c.slug)
		}
	}
}

// Package cpuid knows all flags by their names in fingerprints, except one, which auxiliary reads from Linux.
func TestParts(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		for _, part := range parts(arch) {
			if cpuid.ParseFeature(part) == cpuid.UNKNOWN && part != "sve2-bitperm" {
				t.Errorf("package cpuid knows no %s", part)
			}
		}
	}
}
