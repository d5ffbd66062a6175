package machine

import (
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/cpuid/v2"
)

// Processors have the right names by their numbers, Unknown if these contradict the features.
func TestMicroarchitecture(t *testing.T) {
	for _, c := range []struct {
		vendor                  string
		family, model, stepping int
		amx                     bool
		want                    string
	}{
		{"Intel", 6, 0x3c, 3, false, "Haswell"},
		{"Intel", 6, 0x55, 4, false, "Skylake"},
		{"Intel", 6, 0x55, 7, false, "Cascade Lake"},
		{"Intel", 6, 0x55, 11, false, "Cooper Lake"},
		{"Intel", 6, 0x8f, 8, true, "Sapphire Rapids"},
		{"Intel", 6, 0x8f, 8, false, "Sapphire Rapids"},
		{"Intel", 6, 0xa7, 1, false, "Rocket Lake"},
		{"Intel", 6, 0xa7, 1, true, Unknown}, // a hypervisor's invention
		{"AMD", 0x15, 0x65, 1, false, "Excavator"},
		{"AMD", 0x17, 0x01, 2, false, "Zen"},
		{"AMD", 0x17, 0x18, 1, false, "Zen+"},
		{"AMD", 0x17, 0x31, 0, false, "Zen 2"},
		{"AMD", 0x19, 0x01, 1, false, "Zen 3"},
		{"AMD", 0x19, 0x11, 1, false, "Zen 4"},
		{"AMD", 0x1a, 0x44, 0, false, "Zen 5"},
		{"AMD", 0x1a, 0xff, 0, false, Unknown},
		{"Hygon", 0x18, 0x00, 2, false, "Dhyana"},
		{"ARM", 0x3f, 0xd0c1, 0, false, "Neoverse N1"},
		{"Apple", 458787763, 0, 0, false, Unknown},
	} {
		if got := microarchitecture(c.vendor, c.family, c.model, c.stepping, c.amx); got != c.want {
			t.Errorf("%s family %#x, model %#x, stepping %d, AMX %v: got %q, want %q", c.vendor, c.family, c.model, c.stepping, c.amx, got, c.want)
		}
	}
	for vendor, rows := range models {
		for _, r := range rows {
			if r.first > r.last || r.family < 0 || r.name == "" {
				t.Errorf("%s: bad row %+v", vendor, r)
			}
		}
	}
}

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
		print := Fingerprint{Vendor: vendor, CPU: brand, Family: family, Microarchitecture: Unknown, Arch: "amd64"}
		if vendor == "Apple" {
			return // only Apple's slug has nothing but the brand
		}
		if slug := print.Slug(); !folder.MatchString(slug) {
			t.Errorf("%q %q: %q is no name for a folder", vendor, brand, slug)
		}
	})
}

// The feature set and the levels of GOAMD64 follow from the processor's features.
func TestFeatureSetAndLevels(t *testing.T) {
	for _, c := range []struct {
		about, arch, has string
		slow             bool
		level            int
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
	if f := Detect(); len(f.Restricted) == 0 && len(f.Features) != 0 || strings.Contains(f.FeatureSet(), "+") {
		t.Errorf("with all features hidden: feature set %q, restricted %v", f.FeatureSet(), f.Restricted)
	}
}

// Features that Hide hides are gone from this machine's fingerprint, level and slug, with all features that need them.
func TestHide(t *testing.T) {
	t.Setenv("GODEBUG", "")
	open := Detect()
	for _, c := range []struct {
		without []string
		gone    []string
		level   int
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
		restricted []string
		level      int
		slug       string
	}{
		{nil, 4, "x"},
		{[]string{"gfni"}, 4, "x-without-gfni"},
		{[]string{"avx512f", "avx512vl"}, 3, "x-without-avx512"},
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

// Package cpuid knows all features by their names in fingerprints, except one, which auxiliary reads from Linux.
func TestParts(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		for _, part := range parts(arch) {
			if cpuid.ParseFeature(part) == cpuid.UNKNOWN && part != "sve2-bitperm" {
				t.Errorf("package cpuid knows no %s", part)
			}
		}
	}
	vector := "\x10" + strings.Repeat("\x00", 7) + "\xff" + strings.Repeat("\x00", 7) + "\x1a" + strings.Repeat("\x00", 7) + "\x10" + strings.Repeat("\x00", 7)
	for _, c := range []struct {
		vector string
		want   uint64
	}{{vector, bitperm}, {vector[:16], 0}, {vector[:20], 0}, {"", 0}} {
		if got := (host{fstest.MapFS{"proc/self/auxv": {Data: []byte(c.vector)}}}).auxiliary(hwcap2); got != c.want {
			t.Errorf("%q: hwcap2 %#x, want %#x", c.vector, got, c.want)
		}
	}
}

// A report is the same after writing and reading it as JSON, and its text has the main facts.
func TestInspect(t *testing.T) {
	r := Inspect()
	if again := Detect(); !reflect.DeepEqual(again, r.Fingerprint) {
		t.Errorf("two looks at one machine differ:\n%+v\n%+v", r.Fingerprint, again)
	}
	if r.Counters != "available" && !strings.HasSuffix(r.Counters, ": time alone is reported") {
		t.Errorf("counters: %q", r.Counters)
	}
	if _, err := json.Marshal(Load(0)); err != nil {
		t.Error(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(r, back) {
		t.Errorf("a report does not survive JSON (%v):\n%+v\n%+v", err, r, back)
	}
	var text strings.Builder
	if err := WriteText(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{r.Fingerprint.Slug(), r.Fingerprint.FeatureSet(), r.PEXT.Reason, r.Counters, "\nenvironment\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if err := WriteText(full{}, r); !errors.Is(err, errFull) {
		t.Errorf("writing to a full disk: got %v", err)
	}
}

// full is a writer that returns errFull, like a full disk.
type full struct{}

var errFull = errors.New("no space left")

// Write returns errFull.
func (full) Write([]byte) (int, error) { return 0, errFull }
