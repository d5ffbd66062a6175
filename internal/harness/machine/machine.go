// Package machine knows the machine that measures: the fingerprint of its CPU, system and build, the state of the environment with advice, its clock and
// canaries, and the CPUs to stay on. Package measure judges by canaries which slices of work are clean.
//
// Except for Pin, Move and Hide it only reads. A fact that cannot be read is "unknown" (null or absent in JSON), and unknown alone is no reason to warn: most
// virtual machines show little of the machine beneath them. Results get published, so the package never names a host, a user or a serial number.
package machine

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/slowpext"
)

// Unknown stands for a fact that cannot be read on this machine.
const Unknown = "unknown"

// Fingerprint holds the stable facts about a machine and a build, so that two results with equal fingerprints may be compared.
type Fingerprint struct {
	Vendor            string          `json:"vendor"`
	CPU               string          `json:"cpu"` // the brand string, or what the system calls the processor; never empty
	Family            int             `json:"family"`
	Model             int             `json:"model"`
	Stepping          int             `json:"stepping"`
	Microarchitecture string          `json:"microarchitecture"`       // as in "Zen 4", or Unknown
	X86Level          int             `json:"x86Level,omitempty"`      // 1..4 on amd64, 0 elsewhere
	Features          map[string]bool `json:"features"`                // whether the processor has each feature that a technique uses
	Restricted        []string        `json:"restricted,omitempty"`    // features of the CPU that are hidden on purpose
	SlowPEXT          bool            `json:"slowPEXT"`                // see package slowpext
	Caches            Caches          `json:"caches"`                  // as CPU 0 sees them
	PhysicalCores     int             `json:"physicalCores,omitempty"` // online, 0 if unknown
	LogicalCores      int             `json:"logicalCores,omitempty"`  // online, 0 if unknown
	SMT               bool            `json:"smt"`                     // some core runs more than one thread
	CoreTypes         []CoreType      `json:"coreTypes,omitempty"`     // on hybrids only
	VM                bool            `json:"vm"`
	Hypervisor        string          `json:"hypervisor,omitempty"`
	OS                string          `json:"os"`
	Arch              string          `json:"arch"`
	Go                string          `json:"go"`                // the toolchain that built this program
	GOAMD64           string          `json:"goamd64,omitempty"` // the level it was built for; empty off amd64
	GOEXPERIMENT      string          `json:"goexperiment,omitempty"`
	Tags              string          `json:"tags,omitempty"` // build tags, comma-separated
	HugePages         string          `json:"hugePages"`      // transparent huge pages: always, madvise, never or Unknown
}

// Caches holds sizes in bytes, 0 if unknown or absent.
type Caches struct {
	L1D  int `json:"l1d"`
	L1I  int `json:"l1i"`
	L2   int `json:"l2"`
	L3   int `json:"l3"`
	Line int `json:"line"`
}

// CoreType is one kind of core of a hybrid CPU.
type CoreType struct {
	Name string `json:"name"` // "core" or "atom", as Linux calls them
	CPUs string `json:"cpus"` // a list such as "0-7,16"
}

// parts returns the processor flags of an architecture's features, as fingerprints name them. 386 has none, because no technique uses any there.
func parts(arch string) (flags []string) {
	for _, f := range feature.Of(arch) {
		flags = append(flags, f.Parts...)
	}
	return flags
}

// detected reports whether the processor has one of the flags that parts returns, hidden or not.
func detected(part string) bool {
	if part == "sve2-bitperm" { // unknown to package cpuid
		return here.auxiliary(hwcap2)&bitperm != 0
	}
	return cpuid.CPU.Has(cpuid.ParseFeature(part))
}

// Detect returns the fingerprint of this machine and of the running program.
func Detect() Fingerprint {
	c := &cpuid.CPU
	f := Fingerprint{
		Vendor:   makerName(c.VendorID, c.VendorString),
		CPU:      strings.Join(strings.Fields(c.BrandName), " "),
		Family:   c.Family,
		Model:    c.Model,
		Stepping: c.Stepping,
		Features: map[string]bool{},
		SlowPEXT: slowpext.Detect().Slow,
		Caches:   Caches{max(c.Cache.L1D, 0), max(c.Cache.L1I, 0), max(c.Cache.L2, 0), max(c.Cache.L3, 0), max(c.CacheLine, 0)}, // -1 is unknown
		OS:       runtime.GOOS,
		Arch:     runtime.GOARCH,
		Go:       runtime.Version(),
	}
	f.Microarchitecture = microarchitecture(f.Vendor, f.Family, f.Model, f.Stepping, c.Has(cpuid.AMXTILE))
	switch {
	case c.VM():
		f.Hypervisor = makerName(c.HypervisorVendorID, c.HypervisorVendorString)
	case f.Arch == "arm64": // x86 has a flag for virtual machines, arm64 has none
		f.Hypervisor = here.hypervisor(f.CPU)
	}
	if f.CPU == "" {
		f.CPU = systemName()
	}
	if f.CPU == "" {
		var maker string
		if maker, f.CPU = here.processor(f.Arch); f.Vendor == Unknown && maker != "" {
			f.Vendor = maker
		}
	}
	f.CPU = names.CleanBrand(f.CPU) // as raw files may show it
	f.VM = f.Hypervisor != ""
	f.PhysicalCores, f.LogicalCores = here.cores()
	if f.LogicalCores == 0 {
		f.PhysicalCores, f.LogicalCores = c.PhysicalCores, c.LogicalCores
	}
	f.SMT = f.LogicalCores > f.PhysicalCores
	f.CoreTypes = here.coreTypes()
	f.HugePages = here.hugePages()
	if f.Caches == (Caches{Line: f.Caches.Line}) { // package cpuid found no sizes
		f.Caches = here.caches(f.Caches.Line)
	}
	hidden := hiddenFeatures(os.Getenv("GODEBUG"))
	for _, part := range parts(f.Arch) {
		has := detected(part)
		if has && hidden(part) {
			f.Restricted = append(f.Restricted, part)
			has = false
		}
		f.Features[part] = has
	}
	if f.Arch == "amd64" {
		f.X86Level = f.level(c.X64Level())
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, s := range build.Settings {
			switch s.Key {
			case "GOAMD64":
				f.GOAMD64 = s.Value
			case "GOEXPERIMENT":
				f.GOEXPERIMENT = s.Value
			case "-tags":
				f.Tags = s.Value
			}
		}
	}
	return f
}

// level returns the highest level of x86-64, up to the CPU's highest, that needs no hidden feature.
func (f Fingerprint) level(highest int) int {
	for _, x := range feature.Of("amd64") {
		if x.Since > 0 && slices.ContainsFunc(x.Parts, func(part string) bool { return slices.Contains(f.Restricted, part) }) {
			highest = min(highest, x.Since-1)
		}
	}
	return highest
}

// makerName returns the short name of a maker that cpuid knows, such as "Intel", else the processor's name for its maker.
func makerName(id cpuid.Vendor, raw string) string {
	switch raw = strings.TrimSpace(raw); {
	case id != cpuid.VendorUnknown:
		return id.String()
	case raw != "":
		return raw
	}
	return Unknown
}

// hiddenFeatures returns a function that reports whether GODEBUG hides a feature by cpu.NAME=off. As in the runtime, the last setting of a feature counts.
func hiddenFeatures(godebug string) func(name string) bool {
	off, all := map[string]bool{}, false
	for setting := range strings.SplitSeq(godebug, ",") {
		key, value, _ := strings.Cut(setting, "=")
		if name, ok := strings.CutPrefix(key, "cpu."); ok && name == "all" {
			off, all = map[string]bool{}, value == "off"
		} else if ok {
			off[spelled(name)] = value == "off"
		}
	}
	return func(name string) bool {
		if hidden, ok := off[name]; ok {
			return hidden
		}
		return all
	}
}

// spelled returns the name in a fingerprint of the feature that GODEBUG calls setting.
func spelled(setting string) string {
	for _, f := range feature.Table {
		if len(f.Parts) == 1 && slices.Contains(f.Settings, setting) {
			return f.Parts[0]
		}
	}
	return setting
}

// Hidden returns those of Features that this processor has and that are hidden from this program.
func Hidden() []string { return Detect().hiddenAxes() }

// Features lists the features of this architecture by which results distinguish machines, as FeatureSet spells them.
var Features = feature.Axes(runtime.GOARCH)

// Hide hides features by setting GODEBUG: from Detect in this program, and from all packages of the programs that it starts, as packages that choose by
// feature read GODEBUG at the start. Hiding AVX2 also hides all wider vectors. A feature that no processor of this kind has is an error.
func Hide(features []string) error {
	spellings, err := feature.Hiding(runtime.GOARCH, features)
	if err != nil {
		return err
	}
	var settings []string
	if before := os.Getenv("GODEBUG"); before != "" {
		settings = append(settings, before)
	}
	for _, name := range spellings {
		settings = append(settings, "cpu."+name+"=off")
	}
	return os.Setenv("GODEBUG", strings.Join(settings, ","))
}

// Has reports whether the machine has a feature that is not hidden.
func (f Fingerprint) Has(name string) bool {
	x, known := feature.Find(name)
	return known && len(x.Parts) > 0 && !slices.ContainsFunc(x.Parts, func(part string) bool { return !f.Features[part] })
}

// hiddenAxes returns the features that FeatureSet would name if they were not hidden.
func (f Fingerprint) hiddenAxes() (hidden []string) {
	for _, x := range feature.Table {
		if x.Axis && slices.ContainsFunc(x.Parts, func(part string) bool { return slices.Contains(f.Restricted, part) }) {
			hidden = append(hidden, x.Name)
		}
	}
	return hidden
}

// filler matches the parts of brand strings that do not belong to the product's name.
var filler = regexp.MustCompile(`\(.*?\)|@.*| (with|w/) .*|\b\d+th gen\b|\b[\w-]+-core\b|\b(cpu|processor|version)\b`)

// notSlug matches characters that a folder's name should not have.
var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// Slug returns a folder's name for a kind of machine, of [a-z0-9-] only, such as "intel-xeon-sapphire-rapids-vm". Brands of virtual machines say little, so the
// microarchitecture is in it, or family and model, and so are hidden features: "amd-epyc-zen-3-vm-without-bmi2-avx2".
func (f Fingerprint) Slug() string {
	brand := filler.ReplaceAllString(strings.ToLower(f.CPU), " ")
	if vendor := strings.ToLower(f.Vendor); !strings.Contains(brand, vendor) && (f.Vendor != Unknown || notSlug.ReplaceAllString(brand, "") == "") {
		brand = vendor + " " + brand // an unknown vendor only where there is no brand at all
	}
	switch {
	case f.Microarchitecture != Unknown:
		if !strings.Contains(brand, strings.ToLower(f.Microarchitecture)) {
			brand += " " + f.Microarchitecture
		}
	case f.Vendor == "Apple": // the brand is enough, and the family is a hash
	case f.Family != 0:
		brand += fmt.Sprintf(" family %d model %d", f.Family, f.Model)
	case !strings.Contains(brand, f.Arch):
		brand += " " + f.Arch
	}
	if f.VM {
		brand += " vm"
	}
	if hidden := f.hiddenAxes(); len(hidden) > 0 {
		brand += " without " + strings.Join(hidden, " ")
	}
	return strings.Trim(notSlug.ReplaceAllString(strings.ToLower(brand), "-"), "-")
}

// Baseline is the feature set without any feature.
const Baseline = "baseline"

// FeatureSet joins the features by which results distinguish machines, such as "bmi2+avx2+avx512+gfni". A BMI2 whose
// PEXT is microcoded is "slowpext" there instead of "bmi2": such machines answer the project's question differently.
func (f Fingerprint) FeatureSet() string {
	var set []string
	for _, name := range feature.Axes(f.Arch) {
		if name == "bmi2" && f.SlowPEXT && f.Has(name) {
			set = append(set, "slowpext")
		} else if f.Has(name) {
			set = append(set, name)
		}
	}
	if set == nil {
		return Baseline
	}
	return strings.Join(set, "+")
}

// Levels returns the values of GOAMD64 whose programs run on this machine, lowest first; nil off amd64.
func (f Fingerprint) Levels() []string {
	if f.Arch != "amd64" {
		return nil
	}
	return []string{"v1", "v2", "v3", "v4"}[:f.X86Level]
}
