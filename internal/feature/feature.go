// Package feature has the one table of the processors' features that techniques use: how each is detected, hidden, and asked for in C. Package machine detects them.
package feature

import (
	"fmt"
	"slices"
	"strings"
)

// Feature is a row of the table.
type Feature struct {
	Name string
	Arch string // the GOARCH that has it
	// Axis: results distinguish machines with and without it. It is part of feature sets, and may be hidden.
	Axis bool
	// Parts are the processor flags that make up the feature, by the names of package cpuid and of fingerprints.
	Parts []string
	// Settings are the names by which Go's GODEBUG hides it, as in cpu.avx512gfni=off, other than Parts.
	Settings []string
	Implies  []string // features of every processor that has this feature
	Since    int      // the level of GOAMD64 from which on all processors have it, 0 for none
	Flags    []string // names of gcc and clang behind -m; -mno- with the first takes the rest away; nil where no flag can
	Macros   []string // macros that gcc and clang define where the feature is enabled
	Cl       []string // flags of Visual Studio's compiler for the headers, none if they do not support it
	Like     string   // the counterpart on amd64, for advice: also extracts bits, or also has vectors
}

// Table has all features, in the order of feature sets and advice. Each is below the features that it implies: withDependents relies on it. Features that no technique needs
// are here for errors about users' sources, which may need them.
var Table = []Feature{
	{Name: "popcnt", Arch: "amd64", Parts: []string{"popcnt"}, Since: 2, Flags: []string{"popcnt"}},
	{Name: "sse4.2", Arch: "amd64", Since: 2, Flags: []string{"sse4.2"}},
	{Name: "lzcnt", Arch: "amd64", Parts: []string{"lzcnt"}, Since: 3, Flags: []string{"lzcnt"}},
	{Name: "bmi1", Arch: "amd64", Parts: []string{"bmi1"}, Since: 3, Flags: []string{"bmi"}},
	{Name: "bmi2", Arch: "amd64", Axis: true, Parts: []string{"bmi2"}, Since: 3, Flags: []string{"bmi2"}, Macros: []string{"__BMI2__"}, Cl: []string{"/arch:AVX2"}},
	{Name: "avx", Arch: "amd64", Since: 3, Flags: []string{"avx"}},
	{Name: "avx2", Arch: "amd64", Axis: true, Parts: []string{"avx2"}, Since: 3, Flags: []string{"avx2"}, Macros: []string{"__AVX2__"}, Cl: []string{"/arch:AVX2"}},
	{Name: "fma", Arch: "amd64", Since: 3, Flags: []string{"fma"}},
	// The parts are what x86-64-v4 requires, the AVX-512 of every CPU since 2017 except the Xeon Phi.
	{Name: "avx512", Arch: "amd64", Axis: true, Parts: []string{"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd"}, Settings: []string{"avx512"},
		Implies: []string{"avx2"}, Since: 4, Flags: []string{"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
		Macros: []string{"__AVX512F__", "__AVX512BW__", "__AVX512CD__", "__AVX512DQ__", "__AVX512VL__"}, Cl: []string{"/arch:AVX512"}},
	{Name: "avx512vbmi", Arch: "amd64", Parts: []string{"avx512vbmi"}, Implies: []string{"avx512"}, Flags: []string{"avx512vbmi"}, Cl: []string{"/D__AVX512VBMI__"}},
	{Name: "avx512vbmi2", Arch: "amd64", Parts: []string{"avx512vbmi2"}, Implies: []string{"avx512"}, Flags: []string{"avx512vbmi2"}, Cl: []string{"/D__AVX512VBMI2__"}},
	{Name: "avx512bitalg", Arch: "amd64", Parts: []string{"avx512bitalg"}, Implies: []string{"avx512"}, Flags: []string{"avx512bitalg"}, Cl: []string{"/D__AVX512BITALG__"}},
	{Name: "gfni", Arch: "amd64", Axis: true, Parts: []string{"gfni"}, Settings: []string{"avx512gfni"}, Implies: []string{"avx2"}, Flags: []string{"gfni"}, Macros: []string{"__GFNI__"}, Cl: []string{"/D__GFNI__"}},
	{Name: "asimd", Arch: "arm64", Axis: true, Parts: []string{"asimd"}, Macros: []string{"__ARM_NEON"}, Like: "avx2"},
	{Name: "sve2", Arch: "arm64", Axis: true, Parts: []string{"sve2"}, Implies: []string{"asimd"}, Macros: []string{"__ARM_FEATURE_SVE2"}},
	// BEXT and BDEP, which SVE2 alone does not have.
	{Name: "sve2-bitperm", Arch: "arm64", Axis: true, Parts: []string{"sve2-bitperm"}, Implies: []string{"sve2"},
		Macros: []string{"__ARM_FEATURE_SVE2_BITPERM"}, Like: "bmi2"},
}

// Find returns a feature of the table by its name.
func Find(name string) (Feature, bool) {
	i := slices.IndexFunc(Table, func(f Feature) bool { return f.Name == name })
	if i < 0 {
		return Feature{}, false
	}
	return Table[i], true
}

// Of returns the features of an architecture.
func Of(arch string) (features []Feature) {
	for _, f := range Table {
		if f.Arch == arch {
			features = append(features, f)
		}
	}
	return features
}

// Axes returns the names of an architecture's features that are in feature sets.
func Axes(arch string) (names []string) {
	for _, f := range Of(arch) {
		if f.Axis {
			names = append(names, f.Name)
		}
	}
	return names
}

// Likes returns a feature of amd64 and its counterparts on other processors.
func Likes(name string) []string {
	names := []string{name}
	for _, f := range Table {
		if f.Like == name {
			names = append(names, f.Name)
		}
	}
	return names
}

// Hiding returns the names that GODEBUG must set off to hide features on an architecture, with all features that imply them.
func Hiding(arch string, hidden []string) (settings []string, err error) {
	axes := Axes(arch)
	for _, name := range hidden {
		switch f, known := Find(name); {
		case slices.Contains(axes, name): // it can be hidden here
		case len(axes) == 0:
			return nil, fmt.Errorf("cannot do without %q: %s has no features to hide", name, arch)
		case known && f.Axis:
			return nil, fmt.Errorf("cannot do without %s on %s, where no processor has it (have: %s)", name, arch, strings.Join(axes, ", "))
		default:
			return nil, fmt.Errorf("unknown feature %q to do without (have: %s)", name, strings.Join(axes, ", "))
		}
	}
	for _, f := range withDependents(hidden) {
		settings = append(append(settings, f.Settings...), f.Parts...)
	}
	return settings, nil
}

// withDependents returns the named features and every feature that implies a named feature.
func withDependents(names []string) (features []Feature) {
	names = slices.Clone(names)
	for _, f := range Table {
		if slices.Contains(names, f.Name) || slices.ContainsFunc(f.Implies, func(name string) bool { return slices.Contains(names, name) }) {
			names, features = append(names, f.Name), append(features, f)
		}
	}
	return features
}

// Hides reports whether a needed feature is hidden, itself or through a feature that it implies.
func Hides(hidden, needs []string) bool {
	return slices.ContainsFunc(withDependents(hidden), func(f Feature) bool { return slices.Contains(needs, f.Name) })
}

// Macro returns the macro that board.h defines, with any compiler, if the program may use the feature.
func (f Feature) Macro() string {
	return "BOARD_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
}

// Condition returns a condition of C's preprocessor that is true if the program may use all the features.
func Condition(names []string) string {
	conditions := []string{"1"}
	for _, name := range names {
		f, _ := Find(name)
		if len(f.Macros) == 0 {
			return "0"
		}
		for _, macro := range f.Macros {
			conditions = append(conditions, "defined("+macro+")")
		}
	}
	return strings.Join(conditions, " && ")
}

// Without returns arguments for a C compiler that forbid the features, and all features that imply them. Where a
// compiler has no argument for a feature, they undefine its macro, so no technique that needs it is compiled.
func Without(names []string) (flags []string) {
	for _, f := range withDependents(names) {
		if len(f.Flags) > 0 {
			flags = append(flags, "-mno-"+f.Flags[0])
			continue
		}
		for _, macro := range f.Macros {
			flags = append(flags, "-U"+macro)
		}
	}
	return flags
}
